import type { Series } from './expression.ts';

/** Log lines of one period. */
export const faultLines: Readonly<Record<string, { readonly line: object; readonly count: number }>> = {
  DeadLetters: { line: { message: 'dead letters', queue: 'sends', count: 1 }, count: 1 },
  JobItemsSetAside: { line: { message: 'job items set aside' }, count: 1 },
  JobsFailed: { line: { message: 'job failed' }, count: 1 },
  LoginsBlocked: { line: { message: 'login blocked' }, count: 1 },
  MailsUnknown: { line: { message: 'send outcome unknown' }, count: 10 },
  MessagesSetAside: { line: { message: 'message set aside' }, count: 1 },
  OauthClientsRefused: { line: { message: 'oauth client refused' }, count: 1 },
  OldestDueDeliverySeconds: {
    line: { message: 'found work that was late', outcome: 'delivery', lateSeconds: 400 },
    count: 1,
  },
  OldestDueInboxSeconds: {
    line: { message: 'found work that was late', outcome: 'inboxes', lateSeconds: 1000 },
    count: 1,
  },
  OldestPendingEventSeconds: {
    line: { message: 'found work that was late', outcome: 'events', lateSeconds: 400 },
    count: 1,
  },
  OutboxRecordsSetAside: { line: { message: 'outbox record set aside' }, count: 1 },
  RequestsCrashed: { line: { type: 'platform.report', record: { status: 'timeout' } }, count: 3 },
  RequestsFailed: { line: { message: 'answered', level: 'error', operation: 'auth.login' }, count: 3 },
  RequestsUncounted: { line: { message: 'the rate limiter failed open' }, count: 10 },
  VisitsLost: { line: { message: 'visit not recorded', operation: 'tracking.open' }, count: 10 },
};

/** Values of one period without a fault and with it, by the name of the metric without its dimensions. */
type Values = Readonly<Record<string, readonly [number | undefined, number | undefined]>>;

/** By the logical id of the alarm, without its hash. */
export const metricFaults: readonly (readonly [alarm: RegExp, fault: string, values: Values])[] = [
  [/^ServiceAlarmsErrors/, 'one of 50 requests fails', { '5XXError': [0, 0.02] }],
  [/^ServiceAlarmsLatency/, 'requests take six seconds', { Latency: [200, 6000] }],
  [/^ServiceAlarmsFunctionThrottles/, 'the quota of the account is used up', { Throttles: [0, 500] }],
  [/^ServiceAlarmsReadThrottle/, 'the table throttles reads', { ReadThrottleEvents: [undefined, 500] }],
  [/^ServiceAlarmsWriteThrottle/, 'the table throttles writes', { WriteThrottleEvents: [undefined, 500] }],
  [
    /Undelivered/,
    'the role of the schedules may not send',
    { TargetErrorCount: [undefined, 3], InvocationDroppedCount: [undefined, undefined] },
  ],
  [/Undelivered/, 'schedules are dropped', { InvocationDroppedCount: [undefined, 3] }],
  [/Stopped/, 'the schedule is disabled', { Invocations: [5, undefined] }],
  [/Fails/, 'one of ten invocations throws', { Errors: [0, 100], Invocations: [1000, 1000] }],
  [
    /^(?!events?publish|maintenance|emailaccounts).*Fails/,
    'one of ten messages is returned',
    { Errors: [0, 0], Invocations: [1000, 1000], MessagesFailed: [undefined, 100] },
  ],
  [/^eventspublishBehind/, 'records wait for the stream’s consumer', { IteratorAge: [100, 90_000] }],
  [
    /^(?!events).*Behind/,
    'the consumer is disabled',
    { ApproximateNumberOfMessagesVisible: [0, 3], NumberOfMessagesReceived: [20, undefined] },
  ],
  [
    /^(?!events).*Behind/,
    'the consumer is too slow',
    { ApproximateNumberOfMessagesVisible: [0, 10_000], NumberOfMessagesReceived: [500, 500] },
  ],
];

/** Loads that raise no alarm. */
export const harmless: readonly (readonly [
  alarm: RegExp,
  load: string,
  values: Readonly<Record<string, Series>>,
])[] = [
  [
    /^inboxsyncFails/,
    'one of 100,000 inbox reads fails',
    { Errors: [1, 1, 1, 1], Invocations: [25_000, 25_000, 25_000, 25_000] },
  ],
  [
    /^sendsBehind/,
    'a large campaign waits for ten minutes',
    {
      ApproximateNumberOfMessagesVisible: [0, 4000, 2000, 0],
      NumberOfMessagesReceived: [10, 2000, 2000, 2000],
    },
  ],
  [/^sendsBehind/, 'nothing is sent', { ApproximateNumberOfMessagesVisible: [0, 0, 0, 0] }],
  [/Stopped/, 'the stage was just created', { Invocations: [undefined, undefined, undefined, 1, 5, 5] }],
  [/Stopped/, 'one period has no data yet', { Invocations: [5, 5, 5, undefined] }],
];
