import { describe, expect, test } from 'vitest';
import type { Outcome } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { planClick } from '#lib/tracking/click.ts';
import { planOpen } from '#lib/tracking/open.ts';

const sent: Execution = {
  id: 'exe_1',
  workspaceId: 'wsp_1',
  campaignId: 'cmp_1',
  contactId: 'con_1',
  status: 'in_progress',
  sendState: 'due',
  dueAt: 0,
  sendAttempts: 0,
  sentCount: 3,
  sentSteps: ['stp_1', 'stp_2', 'stp_3'],
};
const ids = { contactId: 'con_1', campaignId: 'cmp_1', executionId: 'exe_1' };
const start = Date.UTC(2026, 10, 20, 9);

/** Applies visits of emails in turn, one a second. @returns the number of recorded events */
function visitInTurn(
  seconds: number,
  visit: (of: Execution, step: number, at: number) => Outcome | undefined,
) {
  let execution = sent;
  let events = 0;
  for (let second = 0; second < seconds; second++) {
    const outcome = visit(execution, second % sent.sentSteps.length, start + second * 1000);
    events += outcome?.events?.length ?? 0;
    for (const write of outcome?.writes ?? [])
      execution = { ...execution, ...('set' in write ? write.set : {}) };
  }

  return events;
}

describe('of the visits of three emails in turn for an hour, the activity gets', () => {
  test('the first open of each email, and one open a minute', () => {
    const events = visitInTurn(3600, (execution, step, at) =>
      planOpen(execution, { ...ids, stepId: `stp_${step + 1}` }, at, undefined),
    );

    expect(events).toBe(3 + 59);
  });

  test('at most six clicks a minute', () => {
    const events = visitInTurn(3600, (execution, step, at) => {
      const click = {
        message: { ...ids, stepId: `stp_${step + 1}` },
        url: 'https://e.example',
        index: at % 7,
        at,
      };

      return planClick(execution, click, at, undefined);
    });

    expect(events).toBeGreaterThan(60);
    expect(events).toBeLessThanOrEqual(6 * 60);
  });
});
