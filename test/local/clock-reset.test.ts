import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { movedAttributes } from '../../infra/local/clock-reset/moved-item.ts';
import { createInvocationGate } from '../../infra/local/lambda/invocation-gate.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-11-20T10:00:00.000Z');
/** The clock was three days ahead. */
const move = { now, byMs: 3 * dayMs };
const ahead = now + 3 * dayMs;

const moved = (item: Record<string, unknown>) => movedAttributes(marshall(item), move);

describe('when the clock is reset after it was three days ahead', () => {
  test('a gap, a lease and a cool-down of 20 seconds still take 20 seconds', () => {
    const time = ahead + 20_000;

    expect(moved({ pk: 'a', sk: 'b', nextSendAt: time, syncLeaseUntil: time, nextSyncAt: time })).toEqual(
      marshall({ nextSendAt: now + 20_000, syncLeaseUntil: now + 20_000, nextSyncAt: now + 20_000 }),
    );
  });

  test('a follow-up that was due in an hour is due in an hour, in its queue, too', () => {
    const dueAt = ahead + 3_600_000;

    expect(moved({ dueAt, gsi3sk: `${dueAt}#con_1`, gsi1sk: 'con_1' })).toEqual(
      marshall({ dueAt: now + 3_600_000, gsi3sk: `${now + 3_600_000}#con_1` }),
    );
  });

  test('a time inside an attribute moves with its siblings kept', () => {
    expect(moved({ dispatch: { lastSlotAt: ahead, version: 7, positions: {} } })).toEqual(
      marshall({ dispatch: { lastSlotAt: now, version: 7, positions: {} } }),
    );
  });

  test('the emails of a day in the future count for today, in the account’s time zone', () => {
    const counters = { sentDay: '2026-11-23', sentToday: 4, sendingDays: 9, slotDay: '2026-11-23' };

    expect(moved({ ...counters, timezone: 'UTC' })).toEqual(
      marshall({ sentDay: '2026-11-20', slotDay: '2026-11-20' }),
    );
    expect(moved({ ...counters, timezone: 'Pacific/Kiritimati' })).toEqual(
      marshall({ sentDay: '2026-11-21', slotDay: '2026-11-21' }),
    );
    expect(moved({ ...counters, sentDay: '2026-11-20', slotDay: '2026-11-19' })).toEqual({});
  });

  test('the last read of an inbox is not in the future', () => {
    expect(moved({ lastSyncAt: '2026-11-23T10:00:00.000Z', lastSentAt: '2026-11-01T10:00:00.000Z' })).toEqual(
      marshall({ lastSyncAt: '2026-11-20T10:00:00.000Z' }),
    );
  });

  test('the last success and the last failure of a webhook keep their order', () => {
    const times = { lastSuccessAt: '2026-11-23T10:00:00.000Z', lastFailureAt: '2026-11-23T10:00:04.000Z' };

    expect(moved(times)).toEqual(
      marshall({ lastSuccessAt: '2026-11-20T10:00:00.000Z', lastFailureAt: '2026-11-20T10:00:04.000Z' }),
    );
  });

  test('the last email of a recipient moves only while more emails may follow', () => {
    const execution = { lastSentAt: '2026-11-23T10:00:00.000Z' };

    expect(moved(execution)).toEqual(marshall({ lastSentAt: '2026-11-20T10:00:00.000Z' }));
    expect(moved({ ...execution, finishedAt: '2026-11-23T10:00:00.000Z' })).toEqual({});
  });

  test('history, counters, times in the past and the expiry of an API key stay', () => {
    expect(
      moved({
        pk: `EVENT#${ahead}`,
        sk: String(ahead),
        createdAt: '2026-11-23T10:00:00.000Z',
        updatedAt: '2026-11-23T10:00:00.000Z',
        validUntil: ahead + dayMs,
        lastSlotAt: now - 1,
        sent: 12,
        expiresAtEpochSeconds: Math.floor(ahead / 1000),
      }),
    ).toEqual({});
  });
});

test('an invocation that arrives during a reset runs after it', async () => {
  const gate = createInvocationGate();
  const running = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = gate.pass(() => running.promise);
  const closing = gate.close();
  const held = gate.pass(async () => void order.push('held invocation'));
  order.push('end of the running invocation');
  running.resolve();
  const open = await closing;
  order.push('reset');
  open();
  await Promise.all([first, held]);

  expect(order).toEqual(['end of the running invocation', 'reset', 'held invocation']);
});
