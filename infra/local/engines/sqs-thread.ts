/** The thread of `startSqs`. It posts the queue depths to the port of each request, and ends on `stop`. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { installClock } from '../clock.ts';
import { PortTaken } from './loopback.ts';
import type { SqsOptions, SqsStart } from './sqs.ts';
import { runSqs } from './sqs-server.ts';

async function serve(owner: MessagePort, { clock, ...options }: SqsOptions): Promise<void> {
  if (clock) installClock(clock);
  const reportStart = (start: SqsStart) => owner.postMessage(start);
  try {
    const sqs = await runSqs(options);
    owner.on('message', (request: MessagePort | 'stop') => {
      if (request === 'stop') return void sqs.stop().then(() => owner.close());
      request.postMessage(sqs.queueDepths());
    });
    reportStart({ endpoint: sqs.endpoint });
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    reportStart({ takenPort: error.port });
  }
}

if (parentPort !== null) await serve(parentPort, workerData);
