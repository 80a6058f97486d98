import * as z from 'zod/mini';
import { sendState } from '#lib/direct-emails/state.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                         |
 * |---------------------------------------------|-------------------------------------------------------------|
 * | an answer                                   | GetItem W#<workspace>#CONTACT#<contact>, ANSWER#<id>         |
 * | the answers to a contact, newest first      | Query the same partition, ANSWER#                            |
 * | answers to send, or to find in Sent         | worklist `answer`                                            |
 */
export const answerPrefix = 'ANSWER#';

export function answerKey(workspaceId: string, contactId: string, answerId: string): Key {
  return { pk: `W#${workspaceId}#CONTACT#${contactId}`, sk: `${answerPrefix}${answerId}` };
}

/** An answer with the state of its send. A person or the Sent folder of the account resolves an unknown outcome. */
export const StoredAnswer = z.object({
  ...sendState,
  replyId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  executionId: z.string(),
  stepId: z.string(),
  sealed: z.string(),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

export function toStoredAnswer(item: Item): StoredAnswer {
  return StoredAnswer.parse(item);
}
