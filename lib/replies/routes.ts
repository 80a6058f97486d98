import * as z from 'zod/mini';
import { UserId } from '#lib/auth/user.ts';
import { contract } from '#lib/http/contract.ts';
import { Answer, AnswerId, AnswerResolution, NewAnswer } from '#lib/replies/answers/answer.ts';
import {
  Reply,
  ReplyId,
  ReplyLabel,
  ReplyPatch,
  ReplyState,
  ReplySummary,
  UnreadReplyCount,
} from '#lib/replies/reply.ts';
import { ReplyThread } from '#lib/replies/thread.ts';
import {
  CampaignId,
  ContactId,
  EmailAccountId,
  flag,
  moment,
  orderQuery,
  pageOf,
  pageQuery,
  trimmedText,
} from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: ReplyId });

const ReplyQuery = z.strictObject({
  ...pageQuery,
  ...orderQuery,
  campaignId: z.optional(CampaignId),
  contactId: z.optional(ContactId),
  emailAccountId: z.optional(EmailAccountId),
  label: z.optional(ReplyLabel),
  isRead: z.optional(flag()),
  isAutomatic: z.optional(flag()),
  isDone: z.optional(flag()),
  isSnoozed: z.optional(flag()),
  isAssigned: z.optional(flag()),
  assigneeId: z.optional(UserId),
  search: z.optional(trimmedText(100)),
  after: z.optional(moment()),
  before: z.optional(moment()),
});
export type ReplyQuery = z.infer<typeof ReplyQuery>;

export const replyRoutes = {
  list: contract({
    method: 'GET',
    path: '/replies',
    summary: 'List replies, newest first',
    auth: 'credential',
    needs: ['table:read', 'secrets:open'],
    query: ReplyQuery,
    responses: { 200: pageOf(ReplySummary) },
    extension: true,
  }),
  countUnread: contract({
    method: 'GET',
    path: '/replies/unread-count',
    summary: 'Count the unread replies, up to 100',
    auth: 'credential',
    needs: ['table:read'],
    responses: { 200: UnreadReplyCount },
    extension: true,
  }),
  get: contract({
    method: 'GET',
    path: '/replies/{id}',
    summary: 'Get a reply with its content',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read', 'secrets:open'],
    params: byId,
    responses: { 200: Reply },
    extension: true,
  }),
  getThread: contract({
    method: 'GET',
    path: '/replies/{id}/thread',
    summary: 'List the latest messages of the thread of a reply, oldest first',
    auth: 'credential',
    needs: ['table:read', 'secrets:open'],
    params: byId,
    responses: { 200: ReplyThread },
    extension: true,
  }),
  update: contract({
    method: 'PATCH',
    path: '/replies/{id}',
    summary: 'Mark a reply as read or done, snooze it, assign it, or set its labels',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    emits: ['reply.labels_changed'],
    params: byId,
    body: ReplyPatch,
    responses: { 200: ReplyState },
    extension: true,
  }),
  answer: contract({
    method: 'POST',
    path: '/replies/{id}/answer',
    summary: 'Answer a reply in its thread',
    auth: 'credential',
    needs: ['table:write', 'authority:check', 'secrets:seal', 'tokens:sign'],
    params: byId,
    body: NewAnswer,
    responses: { 202: Answer },
    location: '/replies/{replyId}/thread',
    extension: true,
  }),
  resolveAnswer: contract({
    method: 'POST',
    path: '/replies/{id}/answers/{answerId}/resolve',
    summary: 'Resolve the unknown outcome of an answer, or cancel an answer that waits',
    auth: 'credential',
    needs: ['table:write', 'secrets:seal', 'tokens:sign'],
    params: z.strictObject({ id: ReplyId, answerId: AnswerId }),
    body: AnswerResolution,
    responses: { 200: Answer },
    extension: true,
  }),
};
