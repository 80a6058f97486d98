/** Synthesises in a thread: CDK blocks the event loop for seconds and keeps some hundred megabytes allocated. */
import { parentPort, workerData } from 'node:worker_threads';
import { synthesiseLocally } from '../../synthesise.ts';

if (parentPort !== null) await synthesiseLocally(String(workerData));
