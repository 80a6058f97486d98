import { expect, test } from 'vitest';
import type { Execution } from '#lib/executions/execution.ts';
import { ExecutionView, presentExecution } from '#lib/executions/present.ts';
import { newId } from '#lib/values/ids.ts';

const [first, second] = ['stp_1', 'stp_2'];
const at = '2026-03-10T10:00:00.000Z';
const waiting: Execution = {
  id: newId('exe', 0),
  workspaceId: 'wsp_1',
  campaignId: 'cmp_1',
  contactId: 'con_1',
  status: 'pending',
  sendState: 'due',
  dueAt: Date.parse(at),
  sendAttempts: 0,
  sentCount: 0,
  sentSteps: [],
};

const cases: [string, Partial<Execution>, Partial<ExecutionView>][] = [
  ['before the first email', {}, { currentStepId: null, nextStepId: first, nextSendAt: at }],
  [
    'without an account while the first email is in flight',
    { sendState: 'sending', stepId: first, emailAccountId: 'acc_1' },
    { emailAccountId: null, currentStepId: null, nextStepId: first },
  ],
  [
    'between two emails',
    {
      status: 'in_progress',
      stepId: first,
      sentCount: 1,
      sentSteps: ['stp_1'],
      emailAccountId: 'acc_1',
      lastSentAt: at,
    },
    { emailAccountId: 'acc_1', currentStepId: first, nextStepId: second, nextSendAt: at, lastSentAt: at },
  ],
  [
    'paused for a missing variable',
    { status: 'paused', reason: 'missing_variable', sentCount: 1, sentSteps: ['stp_1'] },
    { currentStepId: first, nextStepId: second, nextSendAt: null, reason: 'missing_variable' },
  ],
  [
    'after the last email',
    {
      status: 'completed',
      sendState: 'done',
      stepId: second,
      finishedAt: at,
      sentCount: 2,
      sentSteps: ['stp_1', 'stp_2'],
    },
    { currentStepId: second, nextStepId: null, nextSendAt: null, finishedAt: at },
  ],
  [
    'completed by skipping its last step',
    {
      status: 'completed',
      sendState: 'done',
      stepId: first,
      finishedAt: at,
      sentCount: 1,
      sentSteps: ['stp_1'],
      skippedSteps: ['stp_2'],
    },
    { currentStepId: first, nextStepId: null, sentCount: 1, skippedStepIds: ['stp_2'] },
  ],
  [
    'delayed by an automatic reply',
    {
      status: 'in_progress',
      stepId: first,
      sentCount: 1,
      sentSteps: ['stp_1'],
      autoReplyDueAt: Date.parse(at),
    },
    { reason: 'auto_reply', nextSendAt: at, nextStepId: second },
  ],
  [
    'with an automatic reply that no longer delays it',
    {
      status: 'in_progress',
      stepId: first,
      sentCount: 1,
      sentSteps: ['stp_1'],
      autoReplyDueAt: Date.parse(at) - 1,
    },
    { reason: null, nextSendAt: at },
  ],
  [
    'stopped before the first email',
    { status: 'stopped', sendState: 'done', reason: 'removed', finishedAt: at },
    { currentStepId: null, nextStepId: null, nextSendAt: null, reason: 'removed' },
  ],
];

test.each(cases)('presents an execution %s', (_, execution, expected) => {
  const view = presentExecution({ ...waiting, ...execution }, [{ id: first }, { id: second }]);

  expect(view).toMatchObject(expected);
  expect(ExecutionView.parse(view)).toEqual(view);
});
