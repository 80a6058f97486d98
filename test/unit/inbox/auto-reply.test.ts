import { describe, expect, test } from 'vitest';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

type Signs = Pick<ReceivedMessage, 'from' | 'headers' | 'subject' | 'text'>;

const mail = (subject: string, headers: Readonly<Record<string, string>>): Signs => ({
  from: 'ann@example.com',
  subject,
  text: '',
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
});

describe('An automatic reply', () => {
  test('is recognised by the value of Auto-Submitted without parameters', () => {
    expect(isAutomatic(mail('', { 'auto-submitted': 'auto-replied; owner="a"' }))).toBe(true);
    expect(isAutomatic(mail('', { 'auto-submitted': 'auto-generated(x)' }))).toBe(true);
    expect(isAutomatic(mail('', { 'auto-submitted': 'no; x' }))).toBe(false);
    expect(isAutomatic(mail('', { 'auto-submitted': ';' }))).toBe(false);
  });

  test.each([
    [
      'Auto-Submitted of semicolons and a line end',
      mail('', { 'auto-submitted': `${';'.repeat(230_000)}\nx` }),
    ],
    [
      'Auto-Submitted of blanks and a line end',
      mail('', { 'auto-submitted': `no${'\t'.repeat(230_000)}\nx` }),
    ],
    ['a subject of combining marks', mail(`a${'\u0323\u0301'.repeat(115_000)}`, { precedence: 'bulk' })],
  ])('is classified within 50 ms with %s', (_, hostile) => {
    expect(cpuTimeOf(() => isAutomatic(hostile))).toBeLessThan(50);
  });
});
