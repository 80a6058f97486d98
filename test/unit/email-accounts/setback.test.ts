import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { planSendFailure, recoveryWrites } from '#lib/email-accounts/send-failure.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { account, now } from './account.ts';

const smtp = { host: 'mail.example.org', port: 465, secure: true, username: 'a' };
const noWords = {
  fromName: null,
  replyTo: null,
  signatureHtml: null,
  postalAddress: null,
  trackingDomain: null,
  trackingDomainStatus: null,
  trackingDomainReason: null,
  trackingDomainToken: null,
  provider: 'smtp' as const,
  trustedBy: null,
  trustedAt: 0,
};
const sending: SendingAccount = { ...account, ...noWords, smtp, imap: null };
const setback = (kind: SendFailure['kind']): SendFailure => ({ kind, smtpCode: 421 });
type CoolDown = NonNullable<SendingAccount['coolDownFor']>;

/** Length of the cool-downs in minutes when the same failure is repeated. */
function pausesOf(kind: CoolDown, times: number): number[] {
  let clock = now;
  let current = sending;

  return Array.from({ length: times }, () => {
    const { until = Number.NaN } = planSendFailure('wsp_1', current, setback(kind), clock);
    const minutes = (until - clock) / 60_000;
    current = { ...current, coolDowns: (current.coolDowns ?? 0) + 1, coolDownFor: kind };
    clock = until;

    return minutes;
  });
}

describe('an account with a failing server', () => {
  test('cools down after rate limiting for an hour, then twice as long each time, at most a day', () => {
    expect(pausesOf('rate', 7)).toEqual([60, 120, 240, 480, 960, 1440, 1440]);
  });

  test('cools down while unreachable for five minutes, then twice as long each time, at most four hours', () => {
    expect(pausesOf('unreachable', 8)).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
  });

  test('cools down at its daily quota until its next local day, each time', () => {
    const { until } = planSendFailure('wsp_1', sending, setback('quota'), now);

    expect(new Date(until ?? 0).toISOString()).toBe('2026-11-21T11:00:00.000Z');
    expect(pausesOf('quota', 3)).toEqual([1200, 1440, 1440]);
  });

  test('starts a new series of cool-downs for a different reason', () => {
    const before = { ...sending, coolDowns: 7, coolDownFor: 'unreachable' } as const;

    expect(planSendFailure('wsp_1', before, setback('rate'), now).until).toBe(now + 3_600_000);
  });

  test('must be reconnected after a rejected login', () => {
    const { until, writes } = planSendFailure('wsp_1', sending, setback('auth'), now);

    expect(until).toBeUndefined();
    expect(writes[0]).toMatchObject({ set: { status: 'error' } });
  });

  test.each(['sender_refused', 'rejected', 'unconfirmed'] as const)(
    'tries again automatically after an hour, then twice as long each time: %s',
    (kind) => {
      expect(pausesOf(kind, 6)).toEqual([60, 120, 240, 480, 960, 1440]);
    },
  );

  test('quotes the server, and emits one event for consecutive cool-downs', () => {
    const serverReply = '550 5.7.0 From address is not one of your addresses';
    const failure = { kind: 'sender_refused', smtpCode: 550, serverReply } as const;
    const first = planSendFailure('wsp_1', sending, failure, now);
    const message = expect.stringMatching(
      /“550 5\.7\.0 From address .*”\. The account pauses until 2026-11-20T16:00/u,
    );

    expect(first.writes[1]).toMatchObject({ set: { statusReason: { code: 'sender_refused', message } } });
    expect(first.events).toMatchObject([
      { type: 'email_account.failing', data: { code: 'sender_refused', message, smtpCode: 550 } },
    ]);
    const cooling = { ...sending, coolDowns: 1, coolDownFor: 'sender_refused' } as const;
    expect(planSendFailure('wsp_1', cooling, failure, now).events).toEqual([]);
    expect(planSendFailure('wsp_1', cooling, setback('auth'), now).events).toHaveLength(1);
  });

  test.each(['rejected', 'auth'] as const)(
    'quotes the server for “%s” without addresses of recipients, which an erasure does not find',
    (kind) => {
      const serverReply = `550 5.7.1 <Ada.Lovelace@x.example>: bob+1@mail.y.example, from ${sending.email.toUpperCase()}.`;
      const { writes, events } = planSendFailure('wsp_1', sending, { kind, smtpCode: 550, serverReply }, now);
      const quotation = `“550 5.7.1 <…>: …, from ${sending.email.toUpperCase()}.”`;

      expect(writes[1]).toMatchObject({
        set: { statusReason: { message: expect.stringContaining(quotation) } },
      });
      expect(JSON.stringify([writes, events])).not.toMatch(/lovelace|bob/i);
    },
  );

  test('changes only if unchanged since it was read: once for concurrent failures, and not after a reconnection', () => {
    const kinds = fc.constantFrom(...(['auth', 'rate', 'quota', 'unreachable', 'sender_refused'] as const));
    fc.assert(
      fc.property(kinds, fc.integer({ min: 0, max: 1e12 }), (kind, later) => {
        const [write] = planSendFailure('wsp_1', sending, setback(kind), now + later).writes;

        expect(write?.if).toEqual({ status: { is: 'connected' }, updatedAt: { is: sending.updatedAt } });
        expect(write).not.toMatchObject({ set: { updatedAt: sending.updatedAt } });
      }),
    );
  });
});

describe('an accepted email', () => {
  test('needs no further write without a cool-down', () => {
    expect(recoveryWrites('wsp_1', sending, now)).toEqual([]);
  });

  test('ends the cool-downs of its account, and clears the status reason', () => {
    const cooled = { ...sending, coolDowns: 3, coolDownFor: 'rate' } as const;

    expect(recoveryWrites('wsp_1', cooled, now)).toMatchObject([
      { remove: ['coolDowns', 'coolDownFor', 'refusals'], if: { updatedAt: { is: sending.updatedAt } } },
      { set: { statusReason: null } },
    ]);
  });
});
