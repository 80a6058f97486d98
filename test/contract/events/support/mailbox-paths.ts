import { accountKey } from '#lib/email-accounts/items.ts';
import { browserOf, connectAt, register } from '../../../api/connect/support/flow.ts';
import { addReply } from '../../../api/support/replies.ts';
import { addAccount, uniqueEmail } from '../../../api/support/seed.ts';
import { callEndpoint } from '../../../bench/support/invoke.ts';
import { runProvider } from '../../../support/oauth-provider.ts';
import { connected, useStack } from '../../../support/stack.ts';
import { newCookie, newUser } from '../../../support/users.ts';
import { workspaceId } from '../../../workers/support/one-mail.ts';
import { runAs } from './emissions.ts';
import type { Paths, World } from './paths.ts';

/** An account that must be reconnected. @returns its address */
async function stoppedAccount(): Promise<string> {
  const email = uniqueEmail();
  const update = accountKey(workspaceId, await addAccount(workspaceId, { email }));
  await connected().table.update({ update, set: { status: 'error' } });

  return email;
}

export async function reconnectByPassword(): Promise<void> {
  const smtp = { ...useStack().mail.smtp, secure: false };
  const body = { email: await stoppedAccount(), password: 'any-code-verifier', smtp };
  const cookie = await newCookie(await newUser(workspaceId));
  await runAs('connect.smtp', () => callEndpoint('connect.smtp', { cookie, body }));
}

export async function reconnectByConsent(): Promise<void> {
  const email = await stoppedAccount();
  const provider = await runProvider();
  provider.claims = { email, email_verified: true };
  await register(provider);
  const browser = await browserOf(await newUser(workspaceId));
  await runAs('connect.finish', () => connectAt(browser, provider));
  await provider.stop();
}

export async function labelReply({ request }: Pick<World, 'request'>): Promise<void> {
  const { replyId: id } = await addReply(workspaceId);
  await request('replies.update', { params: { id }, body: { labels: ['vip'] } });
}

/** Changes of the labels of replies, and reconnections of accounts. */
export const mailboxPaths: Paths = {
  labelsChanged: { 'replies.update': { act: labelReply } },
  accountReconnected: {
    'connect.smtp': { act: reconnectByPassword },
    'connect.finish': { act: reconnectByConsent },
  },
};
