// Run by `spawnEngine`: starts one engine in its own process, so that a test can kill it.
import { appendFileSync } from 'node:fs';
import { startDynamoDb } from '../../../infra/local/engines/dynamodb.ts';
import { startMailCatcher } from '../../../infra/local/engines/mail/mail-catcher.ts';
import { startScheduler } from '../../../infra/local/engines/scheduler/scheduler.ts';
import { startSqs } from '../../../infra/local/engines/sqs.ts';

const [engine = '', folder = ''] = process.argv.slice(2);

const starts: Record<string, () => Promise<{ endpoint: string }>> = {
  dynamodb: () => startDynamoDb({ dataFolder: folder, pidFile: `${folder}/dynamodb.pid` }),
  sqs: () => startSqs({ dataFolder: folder }),
  scheduler: () =>
    startScheduler({
      databaseFile: `${folder}/scheduler.db`,
      async deliver({ input }) {
        appendFileSync(`${folder}/delivered.txt`, `${input}\n`);
        if (input === 'die') {
          process.kill(process.pid, 'SIGKILL');
          await new Promise(() => undefined);
        }
      },
    }),
  async mail() {
    const { smtp } = await startMailCatcher({ databaseFile: `${folder}/mail.db` });

    return { endpoint: `smtp://${smtp.host}:${smtp.port}` };
  },
};

const started = await starts[engine]?.();
process.stdout.write(`${started?.endpoint}\n`);
