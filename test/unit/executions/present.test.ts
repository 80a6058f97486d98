import { expect, test } from 'vitest';
import type { Execution } from '#lib/executions/execution.ts';
import { ExecutionView, presentExecution } from '#lib/executions/present.ts';
import { newId } from '#lib/values/ids.ts';

const [first, second] = ['stp_1', 'stp_2'];
const at = '2026-03-10T10:00:00.000Z';
const waiting: Execution = {
  ...{ id: newId('exe', 0), workspaceId: 'wsp_1', campaignId: 'cmp_1', contactId: 'con_1' },
  ...{
    status: 'pending',
    sendState: 'due',
    dueAt: Date.parse(at),
    sendAttempts: 0,
    sentCount: 0,
    sentSteps: [],
  },
};

const cases: [string, Partial<Execution>, Partial<ExecutionView>][] = [
  ['one that waits for its first mail', {}, { currentStepId: null, nextStepId: first, nextSendAt: at }],
  [
    'one whose first mail is under way has no account yet',
    { sendState: 'sending', stepId: first, emailAccountId: 'acc_1' },
    { emailAccountId: null, currentStepId: null, nextStepId: first },
  ],
  [
    'one between two mails',
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
    'one that waits for what its text lacks',
    { status: 'paused', reason: 'missing_variable', sentCount: 1, sentSteps: ['stp_1'] },
    { currentStepId: first, nextStepId: second, nextSendAt: null, reason: 'missing_variable' },
  ],
  [
    'one that has come to its end',
    {
      ...{ status: 'completed', sendState: 'done', stepId: second, finishedAt: at },
      ...{ sentCount: 2, sentSteps: ['stp_1', 'stp_2'] },
    },
    { currentStepId: second, nextStepId: null, nextSendAt: null, finishedAt: at },
  ],
  [
    'one that was stopped before any mail',
    { status: 'stopped', sendState: 'done', reason: 'removed', finishedAt: at },
    { currentStepId: null, nextStepId: null, nextSendAt: null, reason: 'removed' },
  ],
];

test.each(cases)('%s', (_, execution, expected) => {
  const view = presentExecution({ ...waiting, ...execution }, [first, second]);

  expect(view).toMatchObject(expected);
  expect(ExecutionView.parse(view)).toEqual(view);
});
