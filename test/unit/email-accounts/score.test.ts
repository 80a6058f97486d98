import { describe, expect, test } from 'vitest';
import { scoreOf } from '#lib/email-accounts/score.ts';

const all = { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const;
const none = { spf: 'fail', dkim: 'fail', dmarc: 'fail' } as const;

describe('the score of an account', () => {
  test.each([
    ['all records are valid', all, { sent: 400, bounced: 0 }, 100],
    ['nothing was sent yet', all, { sent: 0, bounced: 0 }, 100],
    ['one of a hundred bounced', all, { sent: 100, bounced: 1 }, 96],
    ['one in ten bounced', all, { sent: 100, bounced: 10 }, 60],
    ['all bounced', all, { sent: 100, bounced: 100 }, 60],
    ['one of three bounced, a small sample', all, { sent: 3, bounced: 1 }, 80],
    ['no DKIM key was found', { ...all, dkim: 'missing' as const }, { sent: 10, bounced: 0 }, 90],
    ['there is no DMARC policy', { ...all, dmarc: 'missing' as const }, { sent: 10, bounced: 0 }, 85],
    ['SPF does not allow its server', { ...all, spf: 'fail' as const }, { sent: 10, bounced: 0 }, 75],
    ['all records are invalid', none, { sent: 10, bounced: 10 }, 0],
    ['a DNS query failed', { ...all, dmarc: null }, { sent: 10, bounced: 0 }, null],
  ])('when %s', (_, verdicts, mails, score) => {
    expect(scoreOf(verdicts, mails)).toBe(score);
  });

  test('never increases with a bounce or a worse verdict', () => {
    const verdicts = ['pass', 'missing', 'fail'] as const;
    const at = (spf: number, dkim: number, dmarc: number, bounced: number) =>
      scoreOf(
        {
          spf: verdicts[spf] ?? null,
          dkim: verdicts[dkim] ?? null,
          dmarc: verdicts[dmarc] ?? null,
        },
        { sent: 50, bounced },
      ) ?? Number.NaN;

    for (const spf of [0, 1]) {
      for (const dkim of [0, 1]) {
        for (const dmarc of [0, 1]) {
          for (let bounced = 0; bounced < 50; bounced += 1) {
            const score = at(spf, dkim, dmarc, bounced);
            expect(at(spf + 1, dkim, dmarc, bounced)).toBeLessThanOrEqual(score);
            expect(at(spf, dkim + 1, dmarc, bounced)).toBeLessThanOrEqual(score);
            expect(at(spf, dkim, dmarc + 1, bounced)).toBeLessThanOrEqual(score);
            expect(at(spf, dkim, dmarc, bounced + 1)).toBeLessThanOrEqual(score);
          }
        }
      }
    }
  });
});
