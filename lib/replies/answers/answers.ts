import * as z from 'zod/mini';
import type { Vault } from '#lib/crypto/vault.ts';
import type { DirectEmail } from '#lib/direct-emails/state.ts';
import { directEmailPut } from '#lib/direct-emails/transitions.ts';
import {
  answerKey,
  answerPrefix,
  type StoredAnswer,
  toStoredAnswer,
} from '#lib/replies/answers/answer-items.ts';
import { replyKey } from '#lib/replies/items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Put, Table } from '#lib/storage/table.ts';

export type { StoredAnswer };

const AnswerContent = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.nullable(z.string()),
  messageId: z.string(),
  /** The ids of the thread, oldest first; the last one is the answered reply's. */
  references: z.array(z.string()),
});
export type AnswerContent = z.infer<typeof AnswerContent>;

const contextOf = (answerId: string) => `${answerId}.content`;

export function sealAnswer(
  vault: Vault,
  workspaceId: string,
  answerId: string,
  content: AnswerContent,
): Promise<string> {
  return vault.seal(workspaceId, contextOf(answerId), JSON.stringify(content));
}

export async function openAnswer(
  vault: Vault,
  workspaceId: string,
  { id, sealed }: Pick<StoredAnswer, 'id' | 'sealed'>,
): Promise<AnswerContent> {
  return AnswerContent.parse(JSON.parse(await vault.open(workspaceId, contextOf(id), sealed)));
}

export async function findAnswer(
  table: Table,
  workspaceId: string,
  contactId: string,
  answerId: string,
): Promise<StoredAnswer | undefined> {
  const item = await table.get(answerKey(workspaceId, contactId, answerId));

  return item && toStoredAnswer(item);
}

/** The last answers to a contact, newest first. */
export async function readLastAnswers(
  table: Table,
  workspaceId: string,
  contactId: string,
  limit: number,
): Promise<{ readonly answers: StoredAnswer[]; readonly hasMore: boolean }> {
  const { pk, sk } = answerKey(workspaceId, contactId, '');
  const page = await table.query({ pk, sk: { prefix: sk }, limit, descending: true });

  return { answers: page.items.map(toStoredAnswer), hasMore: page.hasMore };
}

export function answerToDirectEmail(workspaceId: string, answer: StoredAnswer): DirectEmail {
  const { id, contactId, replyId } = answer;

  return {
    key: answerKey(workspaceId, contactId, id),
    kind: 'answer',
    state: answer,
    writesWhenSent: (answeredAt) => [
      {
        update: replyKey({ workspaceId, contactId, id: replyId }),
        set: { answeredAt },
        if: { pk: 'present' },
        otherwise: () => new StaleDecision('the reply was deleted concurrently'),
      },
    ],
  };
}

/** The write that stores a new answer and puts it on the worklist. */
export function answerPut(workspaceId: string, answer: StoredAnswer): Put {
  return directEmailPut(answerToDirectEmail(workspaceId, answer), answer);
}

/** The queue message for an overdue answer of a worklist. */
export function readAnswerMessage(
  item: { readonly pk: string; readonly sk: string } | undefined,
): { readonly workspaceId: string; readonly contactId: string; readonly answerId: string } | undefined {
  if (!item) return undefined;
  // `W#<workspace>#CONTACT#<contact>`
  const [, workspaceId = '', , contactId = ''] = item.pk.split('#');

  return { workspaceId, contactId, answerId: item.sk.slice(answerPrefix.length) };
}
