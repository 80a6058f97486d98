import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { services } from '#lib/runtime/services.ts';
import { advanceUntilCompleted } from '../../infra/local/demo/campaign.ts';
import { threadsPerFunctionMax } from '../../infra/local/lambda/function-pool.ts';
import type { ReadyReport } from '../../infra/local/ready-report.ts';
import { prepareLoad, startLoad } from '../support/mail-load.ts';
import { startRecordingMailServerProcess } from '../support/recording-mail-server-client.ts';
import { isWholeTier } from '../support/tier.ts';
import { noCounterDifferences, readCounterDifferences } from './support/counters.ts';
import { startJourney } from './support/journey.ts';

/** Number of emails, from `KILL_MAILS`. 10,000 take 15 minutes. */
const mailsWanted = Number(process.env['KILL_MAILS'] ?? 300);
const campaigns = 5;
/** Accounts of each campaign. Each account sends an email every ten seconds. */
const accounts = 60;
const killEveryMs = 10_000;
/** Share of emails after which the kills stop. */
const killShareMax = 0.9;
/** Maximum number of emails in flight. Their outcome is unknown after a kill. */
const inFlightMax = threadsPerFunctionMax * emailWorkers.send.batchSize;

test.runIf(isWholeTier)(
  'with a power cut every ten seconds during sending, no contact gets an email twice and all campaigns complete',
  { timeout: 3_600_000 },
  async () => {
    const journey = await startJourney();
    const witness = await startRecordingMailServerProcess();
    onTestFinished(witness.stop);
    const ids = await startCampaigns(journey.report, witness.port);

    let kills = 0;
    for (
      let seen = -1;
      witness.mails.length < killShareMax * mailsWanted && witness.mails.length > seen;
      kills++
    ) {
      seen = witness.mails.length;
      await pause(killEveryMs);
      await journey.killAndRestart();
    }
    for (const campaignId of ids) await advanceUntilCompleted({ ...journey, campaignId });

    const ended = await Promise.all(ids.map((id) => journey.api.get(Campaign, `/campaigns/${id}`)));
    const sumOf = (count: (campaign: Campaign) => number) =>
      ended.reduce((sum, each) => sum + count(each), 0);
    const recipients = witness.mails.map(({ to }) => to);
    const unknown = mailsWanted - sumOf(({ stats }) => stats.completed);
    expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
    expect(kills).toBeGreaterThan(0);
    expect(new Set(recipients).size, 'no contact gets an email twice').toBe(recipients.length);
    expect(sumOf(({ stats }) => stats.pending + stats.inProgress)).toBe(0);
    expect(recipients.length).toBeGreaterThanOrEqual(sumOf(({ stats }) => stats.sent));
    expect(unknown).toBeLessThanOrEqual(kills * inFlightMax);
    expect(await readCounterDifferences(journey)).toEqual(noCounterDifferences);
  },
);

async function startCampaigns({ workspaceId, environment }: ReadyReport, port: number): Promise<string[]> {
  const size = { campaigns, contacts: mailsWanted / campaigns, accounts };
  Object.assign(process.env, environment);
  try {
    const ids = await prepareLoad(services(), workspaceId, size, port);
    await startLoad(services(), workspaceId, ids);

    return ids;
  } finally {
    // With these variables set, a restarted stack would not start its engines.
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}
