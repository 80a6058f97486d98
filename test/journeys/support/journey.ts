import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type ApiClient, apiClient } from '../../../infra/local/demo/api-client.ts';
import { countEmails } from '../../../infra/local/demo/figures.ts';
import { type Receiver, startReceiver } from '../../../infra/local/demo/receiver.ts';
import { connectAccounts } from '../../../infra/local/demo/stack.ts';
import { type StackTime, stackTime } from '../../../infra/local/demo/stack-time.ts';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { requireNoRefusals } from '../../support/refusals.ts';
import { startStack } from '../../support/run-stack.ts';

/** A separate stack with its own clock and state. Used only through its public interfaces. */
export interface Journey {
  report: ReadyReport;
  api: ApiClient;
  time: StackTime;
  readonly receiver: Receiver;
  /** The stack's state: table, queues, files and logs. */
  readonly stateFolder: string;
  countMails(): Promise<number>;
  /** @param inboxes number of accounts with IMAP */
  connectAccounts(count: number, inboxes?: number): Promise<string[]>;
  /**
   * Kills the stack and its engines like a power cut, and restarts it with the data on disk.
   * @param lose deletes a part of the data before the restart
   */
  killAndRestart(lose?: () => void): Promise<void>;
}

/**
 * @param answer status that the receiver returns for a delivery with a valid signature
 * @param faults of its stack; default: `LOCAL_FAULTS`
 * @param assembly its templates and functions; default: the templates and functions of the working folder
 */
export async function startJourney(
  answer?: Parameters<typeof startReceiver>[0],
  faults = process.env['LOCAL_FAULTS'],
  assembly = join(inject('stateFolder'), 'assembly'),
): Promise<Journey> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'outreach-journey-'));
  const receiver = await startReceiver(answer);
  let stack = await startStack({ stateFolder, assembly, faults });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(lastErrors(join(stateFolder, 'functions.log')));
    await stack.stop();
    await receiver.stop();
    requireNoRefusals(stateFolder);
    await rm(stateFolder, { recursive: true, force: true });
  });
  const journey: Journey = {
    ...connect(stack.report),
    receiver,
    stateFolder,
    countMails: async () => (await countEmails(journey.report.mail.webUrl)).count,
    connectAccounts: (count, inboxes) => connectAccounts({ ...journey.report, stateFolder }, count, inboxes),
    async killAndRestart(lose) {
      await stack.kill();
      lose?.();
      stack = await startStack({ stateFolder, assembly, faults });
      Object.assign(journey, connect(stack.report));
    },
  };

  return journey;
}

/** The last errors in the functions' log, which show the cause of a failed test. */
function lastErrors(log: string): string {
  const errors = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /"level":"error"/i.test(line));

  return errors.slice(-20).join('\n');
}

function connect(report: ReadyReport) {
  const time = stackTime(report.controlUrl);

  return {
    report,
    time,
    api: apiClient({ ...report, waitSeconds: (seconds) => time.advance(seconds * 1000) }),
  };
}

/** The header and first rows of the demo's file. */
export function contactsCsv(rows: number): string {
  return readFileSync('events/demo/contacts.csv', 'utf8')
    .split('\r\n')
    .slice(0, rows + 1)
    .join('\r\n');
}
