import { once } from 'node:events';
import { createProgram } from '../../command-line/program.ts';
import { runDemo } from './scenario.ts';

const description =
  'Sends a campaign to 1,000 contacts of a file, from mailboxes to inboxes and webhooks, and verifies all counts. It uses its own stack.';
createProgram('npm run demo --', description).parse();

const cleanUps: (() => Promise<void>)[] = [];
const interruptedStatus = 130;

/** `npm run demo`: exits with status 0 only if every figure is as expected, and deletes its state. */
async function main(): Promise<number> {
  const interruption = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const run = runDemo(process.stdout, (cleanUp) => cleanUps.push(cleanUp));
  const unexpected = await Promise.race([run, interruption.then(() => undefined)]);
  if (unexpected === undefined) return interruptedStatus;
  for (const line of unexpected) process.stderr.write(`Wrong: ${line}\n`);

  return unexpected.length === 0 ? 0 : 1;
}

const status = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

  return 1;
});
for (const cleanUp of cleanUps.reverse()) await cleanUp();
process.exit(status);
