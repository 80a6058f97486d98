/** A mail server in a process of its own: what is killed beside it does not take with it what it has seen. */
import { startMailTaker } from './mail-taker.ts';

const { port, close } = await startMailTaker(({ to }) => process.send?.({ at: Date.now(), to }));
process.send?.({ port });
process.once('disconnect', () => void close());
