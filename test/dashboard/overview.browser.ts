import { expect } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { addReply } from '../api/support/replies.ts';
import { addAccount, addCampaign, addContacts, commitNow, startCampaign } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { waitForPage } from './support/pages.ts';
import { addCampaigns } from './support/past-first-campaign.ts';
import { defineStories } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });

story('a paused account is explained by its pause, not by an earlier failure', async (it) => {
  const { page, workspace } = it;
  const emailAccountId = await addAccount(workspace.workspaceId, { email: 'paused@example.org' });
  const { id } = await addCampaign(workspace.workspaceId, { emailAccountIds: [emailAccountId] });
  await addCampaigns(workspace.workspaceId);
  await pauseAfterFailure(workspace.workspaceId, emailAccountId);
  await it.signIn();

  for (const path of ['', `campaigns/${id}`, `campaigns/${id}/edit?section=accounts`]) {
    await page.goto(`/dashboard/${path}`);
    await waitForPage(page);
    const account = page.getByRole('main').getByRole('listitem').filter({ hasText: 'paused@example.org' });
    await account.getByText('It sends no campaign emails until you resume it.').first().waitFor();
    expect((await account.allTextContents()).join(' ')).not.toContain('unreachable');
  }
});

story('the overview spells the label of a reply as the inbox does', async (it) => {
  const { page, workspace } = it;
  await addCampaigns(workspace.workspaceId);
  const { replyId } = await addReply(workspace.workspaceId);
  await commitNow(
    workspace.workspaceId,
    await planReplyUpdate(connected(), workspace.workspaceId, replyId, { labels: ['meeting_booked'] }),
  );
  await it.signIn();
  await page.goto('/dashboard/');
  await waitForPage(page);

  await page.getByText('Meeting booked', { exact: true }).waitFor();
});

story('the number of finished contacts is at least zero while a counter is not up to date', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const emailAccountId = await addAccount(workspaceId, { minGapSeconds: 3600, maxGapSeconds: 3600 });
  const contactIds = await addContacts(workspaceId, 3);
  const { id } = await addCampaign(workspaceId, { emailAccountIds: [emailAccountId], contactIds });
  await startCampaign(workspaceId, id);
  await connected().table.update({
    update: countersKey(workspaceId, id),
    set: { paused: 9, pausedUnsent: 9 },
  });
  await it.signIn();
  await page.goto('/dashboard/');
  await waitForPage(page);

  expect(await page.getByText(/of 3 contacts finished$/).textContent()).toBe('0 of 3 contacts finished');
});

/** A cool-down after a failure, then a pause by a user. */
async function pauseAfterFailure(workspaceId: string, accountId: string): Promise<void> {
  const account = await findAccount(connected().table, workspaceId, accountId);
  if (!account) throw new Error('there is no account');
  const failure = { kind: 'unreachable', smtpCode: null } as const;
  const { writes } = planSendFailure(workspaceId, account, failure, Date.now());
  await commitNow(workspaceId, { writes, result: undefined });
  await commitNow(
    workspaceId,
    await planAccountUpdate(connected(), workspaceId, accountId, { status: 'paused' }),
  );
}
