/** Synthesises in a thread: CDK keeps the loop busy for seconds and some hundred megabytes for good. */
import { parentPort, workerData } from 'node:worker_threads';
import { synthesise } from '../synthesise.ts';

if (parentPort !== null) await synthesise({ stage: 'local', outputFolder: String(workerData) });
