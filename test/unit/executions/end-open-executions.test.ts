import { expect, test } from 'vitest';
import { endOpenExecutions } from '#lib/executions/end-execution.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionKey } from '#lib/executions/items.ts';

function executionIn(campaignId: string, changes: Partial<Execution> = {}): Execution {
  return {
    id: `exe_${campaignId}`,
    workspaceId: 'wsp_1',
    campaignId,
    contactId: 'con_1',
    status: 'pending',
    sendState: 'due',
    dueAt: 0,
    sendAttempts: 0,
    sentCount: 0,
    sentSteps: [],
    ...changes,
  };
}

test('beyond the limit, executions without a due email end first, then executions in progress', () => {
  const pending = Array.from({ length: 50 }, (_, at) => executionIn(`cmp_${at}`));
  const special = [
    executionIn('cmp_progress', { status: 'in_progress', sentCount: 1 }),
    executionIn('cmp_paused', { status: 'paused' }),
    executionIn('cmp_unknown', { status: 'in_progress', sendState: 'unknown' }),
  ];
  const { writes } = endOpenExecutions([...pending, ...special], 'unsubscribed', undefined, 0);
  const ended = writes.map((write) => ('update' in write ? write.update : undefined));

  expect(ended).toHaveLength(40);
  expect(
    ended
      .slice(0, 3)
      .map((key) => key?.sk)
      .toSorted(),
  ).toEqual(special.map(({ campaignId }) => executionKey('wsp_1', 'con_1', campaignId).sk).toSorted());
});
