/** A mail server in its own process: it keeps its records when the process under test is killed. */
import { startMailTaker } from './mail-taker.ts';

const { port, close } = await startMailTaker(({ to }) => process.send?.({ at: Date.now(), to }));
process.send?.({ port });
process.once('disconnect', () => void close());
