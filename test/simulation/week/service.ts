import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { planStart } from '#lib/campaigns/start.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { importRows } from '../../support/import-rows.ts';
import { commitIn } from '../populate.ts';
import type { SimulatedWorkspace } from '../simulated-workspace.ts';
import type { MailHost } from './mail-host.ts';

/** Texts of the three steps. */
export const marks = [1, 2, 3].map((number) => `This is text ${number}.`);

export const autoReplyDelayDays = 2;

/** Connects a mailbox, or enters its current servers again. @returns the id of its account */
export async function connectMailbox(
  simulated: SimulatedWorkspace,
  host: MailHost,
  dailyLimit: number,
): Promise<string> {
  const { smtp, imap } = host.ports();
  const server = { host: '127.0.0.1', secure: false, username: host.address };
  const input = NewEmailAccount.parse({
    email: host.address,
    dailyLimit,
    minGapSeconds: 60,
    maxGapSeconds: 120,
    password: 'correct horse battery staple',
    smtp: { ...server, port: smtp },
    imap: { ...server, port: imap },
    rampUp: { enabled: false, startPerDay: 10, increment: 5 },
  });
  const { services, workspaceId } = simulated;
  const { id } = await commitIn(
    simulated,
    await connectAccount(services, workspaceId, input, operatorAuthor),
  );

  return id;
}

export async function resumeMailbox(simulated: SimulatedWorkspace, accountId: string): Promise<void> {
  const { services, workspaceId } = simulated;
  const change = await planAccountUpdate(services, workspaceId, accountId, { status: 'connected' });
  await commitIn(simulated, change);
}

/** Creates a campaign of three steps with its contacts. @returns its id */
export async function createCampaign(
  simulated: SimulatedWorkspace,
  name: string,
  emailAccountIds: readonly string[],
  addresses: readonly string[],
): Promise<string> {
  const { services, workspaceId } = simulated;
  const input = NewCampaign.parse({
    name,
    emailAccountIds,
    autoReplyDelayDays,
    schedule: {
      timezone: 'UTC',
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '08:00', to: '18:00' }],
    },
    steps: marks.map((mark, step) => ({
      delay: { value: step === 0 ? 0 : 1, unit: 'days' },
      businessDaysOnly: false,
      variants: [
        {
          ...(step === 0 && { subject: `A word about ${name}` }),
          bodyText: `Good day.\n\n${mark}\n`,
          bodyHtml: `<p>Good day.</p><p>${mark} <a href="https://shop.example/offer">See the offer</a></p>`,
        },
      ],
    })),
  });
  const { id } = await commitIn(simulated, await planCampaign(services, workspaceId, input));
  const enrolled = await importRows(services, workspaceId, id, { header: 'email', rows: addresses });
  if (enrolled !== addresses.length) throw new Error(`${enrolled} of ${addresses.length} contacts enrolled`);

  return id;
}

export async function startCampaign(simulated: SimulatedWorkspace, campaignId: string): Promise<void> {
  const { services, workspaceId } = simulated;
  await commitIn(simulated, await planStart(services, workspaceId, campaignId));
}
