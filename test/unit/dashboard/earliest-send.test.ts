import { expect, test } from 'vitest';
import { earliestSendAt } from '../../../infra/dashboard/pages/campaigns/recipients/earliest-send.ts';

const weekdayWindows = {
  timezone: 'UTC',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '09:00', to: '17:00' }],
  startAt: null,
  endAt: null,
  useContactTimezone: false,
  blackoutDates: [],
};

/** Monday evening, outside of the windows. The campaign sends again on Tuesday. */
const campaign = {
  status: 'active' as const,
  schedule: {
    ...weekdayWindows,
    windows: weekdayWindows.windows.map((each) => ({ ...each, days: [...each.days] })),
  },
  sendingStatus: {
    state: 'outside_window' as const,
    reasons: [],
    nextSendAt: '2026-12-01T09:00:00Z',
    estimatedCompletionAt: null,
  },
};

const earliest = (
  waitingFor: 'slot' | 'delay' | 'outcome',
  nextSendAt: string | null,
  changes: Partial<typeof campaign> | { readonly status: 'paused' } = {},
) => {
  const at = earliestSendAt({ waitingFor, execution: { nextSendAt } }, { ...campaign, ...changes });

  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
};

test('a due email is sent at the earliest when the campaign sends again', () => {
  expect(earliest('slot', '2026-11-30T18:00:00Z')).toBe('2026-12-01T09:00');
});

test('an email that is due on a Sunday is sent at the earliest in the next window', () => {
  expect(earliest('delay', '2026-12-06T12:00:00Z')).toBe('2026-12-07T09:00');
});

test('an email that is due within a window keeps its time', () => {
  expect(earliest('delay', '2026-12-03T12:30:00Z')).toBe('2026-12-03T12:30');
});

test('without a known time of the campaign, a due email has no time', () => {
  const sendingStatus = { ...campaign.sendingStatus, nextSendAt: null as unknown as string };
  expect(earliest('slot', '2026-11-30T18:00:00Z', { sendingStatus })).toBeUndefined();
  expect(earliest('delay', '2026-12-03T12:30:00Z', { sendingStatus })).toBe('2026-12-03T12:30');
});

test('an email of a paused campaign and an email with an unknown outcome have no time', () => {
  expect(earliest('slot', '2026-11-30T18:00:00Z', { status: 'paused' })).toBeUndefined();
  expect(earliest('outcome', '2026-11-30T18:00:00Z')).toBeUndefined();
});
