import { services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { prepareLoad, startLoad } from '../../support/mail-load.ts';
import { startRecordingMailServerProcess } from '../../support/recording-mail-server-client.ts';
import { startBenchStack } from '../support/bench-stack.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { rateOf } from '../support/statistics.ts';
import { describeUse, readProcessorTime } from './processor-time.ts';

export interface Rate {
  readonly emails: number;
  /** Number of repeated emails to a recipient. */
  readonly duplicates: number;
  readonly perSecond: number;
  /** Seconds from the start of a campaign to its first email. */
  readonly firstAfterSeconds: number;
  /** Processor use during the measurement. */
  readonly use: string;
}

/** Together they may send a hundred emails per second. */
const campaigns = 10;
const accounts = 100;
const timeoutMs = 900_000;

/**
 * End to end: from the start of campaigns through the local stack to a mail server in another process.
 */
export async function measureRate(onEnd: OnEnd, mails: number): Promise<Rate> {
  const recordingServer = await startRecordingMailServerProcess();
  onEnd(recordingServer.stop);
  const { processIds } = await startBenchStack(onEnd);
  const processes = { ...processIds, mailServer: recordingServer.pid };

  const workspaceId = newId('wsp', Date.now());
  const size = { campaigns, contacts: Math.ceil(mails / campaigns), accounts };
  const ids = await prepareLoad(services(), workspaceId, size, recordingServer.port);
  const before = readProcessorTime(processes);
  const begin = Date.now();
  await startLoad(services(), workspaceId, ids);
  const expectedEmails = size.contacts * campaigns;
  await waitUntil('all mails', () => recordingServer.mails.length >= expectedEmails, timeoutMs);
  const seconds = (Date.now() - begin) / 1000;

  return {
    emails: recordingServer.mails.length,
    duplicates: recordingServer.mails.length - new Set(recordingServer.mails.map(({ to }) => to)).size,
    perSecond: rateOf(recordingServer.mails.map(({ at }) => at)),
    firstAfterSeconds: (Math.min(...recordingServer.mails.map(({ at }) => at)) - begin) / 1000,
    use: describeUse({ before, after: readProcessorTime(processes), seconds, emails: expectedEmails }),
  };
}
