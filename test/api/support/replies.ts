import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { answerKey } from '#lib/replies/answers/answer-items.ts';
import { cancelPeriodMs, planAnswer } from '#lib/replies/answers/plan-answer.ts';
import type { ReplyContent } from '#lib/replies/content.ts';
import { planStoredReply, type ReceivedReply } from '#lib/replies/store.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../../support/stack.ts';
import { addContact, addQuietAccount, commitNow, uniqueEmail } from './seed.ts';

interface ReplySetup extends Partial<ReceivedReply['ids']> {
  readonly fromEmail?: string | null;
  readonly isAutomatic?: boolean;
  /** Epoch milliseconds. */
  readonly at?: number;
  readonly content?: Partial<ReplyContent>;
}

export interface AddedReply {
  readonly replyId: string;
  readonly ids: ReceivedReply['ids'];
  readonly fromEmail: string | null;
}

/** Stores a reply as the inbox sync does, by default of a new contact to an email of a connected account. */
export async function addReply(workspaceId: string, setup: ReplySetup = {}): Promise<AddedReply> {
  const now = setup.at ?? Date.now();
  const { isAutomatic = false, fromEmail = uniqueEmail() } = setup;
  const ids = {
    campaignId: setup.campaignId ?? newId('cmp', now),
    contactId: setup.contactId ?? (await addContact(workspaceId)),
    executionId: setup.executionId ?? newId('exe', now),
    stepId: setup.stepId ?? newId('stp', now),
    emailAccountId: setup.emailAccountId ?? (await addQuietAccount(workspaceId)),
  };
  const content: ReplyContent = {
    fromName: 'Ann',
    subject: 'Re: Hello',
    text: 'Call me.',
    fullText: 'Call me.\n> Hello',
    html: null,
    attachments: [],
    cc: [],
    messageId: '<reply@there.example>',
    references: [],
    isTruncated: false,
    ...setup.content,
  };
  const services = { vault: kmsVault(connected()), now: () => now };
  const received = { ids, fromEmail, snippet: content.text.slice(0, 200), content, isAutomatic };
  const { replyId, writes } = await planStoredReply(services, workspaceId, received);
  await commitNow(workspaceId, { writes, result: undefined });

  return { replyId, ids, fromEmail };
}

/** Services of a time so early that their answers are sent now. */
export const beforeCancelPeriod = <Clock extends { readonly now: () => number }>(services: Clock): Clock => ({
  ...services,
  now: () => services.now() - cancelPeriodMs,
});

/** Queues an answer to a reply, which can be sent now, and sets its state. @returns its id */
export async function addAnswer(
  workspaceId: string,
  replyId: string,
  state: Record<string, unknown> = {},
): Promise<string> {
  const services = { ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() };
  const planned = await planAnswer(beforeCancelPeriod(services), workspaceId, replyId, { text: 'Gladly.' });
  const { id, contactId } = await commitNow(workspaceId, planned);
  if (Object.keys(state).length > 0) {
    await connected().table.update({ update: answerKey(workspaceId, contactId, id), set: state });
  }

  return id;
}

/** Snoozes a reply an hour ago, until half an hour ago: it has returned. */
export async function snoozeUntilEarlier(workspaceId: string, replyId: string): Promise<string> {
  const services = { ...connected(), now: () => Date.now() - 3_600_000 };
  const snoozedUntil = new Date(Date.now() - 1_800_000).toISOString();
  await commitNow(workspaceId, await planReplyUpdate(services, workspaceId, replyId, { snoozedUntil }));

  return snoozedUntil;
}
