/** Synthesises in a thread: CDK keeps the loop busy for seconds and some hundred megabytes for good. */
import { parentPort, workerData } from 'node:worker_threads';
import { synthesiseLocally } from '../../synthesise.ts';

if (parentPort !== null) await synthesiseLocally(String(workerData));
