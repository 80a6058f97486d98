import type { SendCall } from '#lib/emails/workers.ts';
import { newId } from '#lib/runtime/ids.ts';
import { type CampaignSetup, type RunningCampaign, runCampaign } from './campaign.ts';
import type { MailServer } from './mail-server.ts';

export const workspaceId = newId('wsp', Date.now());

export const step = (variant: Record<string, unknown>) => ({
  steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.', ...variant }] }],
});

/** One contact unless told otherwise, one account on the scripted server, the hint that the first mail is due. */
export async function runOne(
  mail: MailServer,
  setup: CampaignSetup = {},
): Promise<RunningCampaign & { readonly call: SendCall }> {
  const smtp = { host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' };
  const running = await runCampaign(workspaceId, { accounts: [{ smtp }], ...setup });
  const [call] = running.calls;
  if (!call) throw new Error('there is no contact');

  return { ...running, call };
}
