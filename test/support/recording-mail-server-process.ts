/** A mail server in its own process: it keeps its records when the process under test is killed. */
import { startRecordingMailServer } from './recording-mail-server.ts';

const { port, close } = await startRecordingMailServer(({ to }) => process.send?.({ at: Date.now(), to }));
process.send?.({ port });
process.once('disconnect', () => void close());
