import { describe, expect, test } from 'vitest';
import type { RecentClick } from '#lib/executions/tracking-state.ts';
import {
  type BotReason,
  detectBotRequest,
  detectEarlyVisit,
  findBurst,
} from '#lib/tracking/bot-detection.ts';
import { ulidTime } from '#lib/values/ids.ts';

const judge = (kind: 'open' | 'click', headers: Readonly<Record<string, string>>, isHead = false) =>
  detectBotRequest(kind, { isHead, header: (name) => headers[name] });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const people: readonly string[] = [
  firefox,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 15; CUBOT_X18) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Microsoft Outlook 16.0.18129; ms-office)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
];
const machines: readonly string[] = [
  '',
  'BarracudaCentral/1.0',
  'Mozilla/5.0 (compatible; ProofpointURLDefense/1.0)',
  'Mimecast URL Protect',
  'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  'Microsoft SafeLinks',
  'Mozilla/5.0 SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
  'curl/8.14.1',
  'python-requests/2.32.3',
  'Go-http-client/2.0',
  'Java/21.0.2',
  'node',
];

describe('classification by the request:', () => {
  test.each(people)('%s is a person', (agent) => {
    expect([judge('open', { 'user-agent': agent }), judge('click', { 'user-agent': agent })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(machines)('%s is a bot', (agent) => {
    expect([judge('open', { 'user-agent': agent }), judge('click', { 'user-agent': agent })]).toEqual([
      'scanner',
      'scanner',
    ]);
  });

  test.each<[string, string]>([
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch'],
    ['purpose', 'prefetch'],
    ['purpose', 'preview'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('a prefetch with %s: %s is a bot', (name, value) => {
    expect(judge('click', { 'user-agent': firefox, [name]: value })).toBe('prefetch');
  });

  test('a HEAD request is a bot', () => {
    expect(judge('click', { 'user-agent': firefox }, true)).toBe('head');
  });

  test('the user agent of Apple’s image prefetch is a bot for opens, not for clicks', () => {
    const bare = { 'user-agent': 'Mozilla/5.0' };

    expect([judge('open', bare), judge('click', bare)]).toEqual(['apple_mpp', undefined]);
  });
});

test.each<[number, BotReason | undefined]>([
  [-1, 'too_soon'],
  [0, 'too_soon'],
  [9_999, 'too_soon'],
  [10_000, undefined],
])('a visit %d ms after sending is classified as %s', (later, reason) => {
  expect(detectEarlyVisit(50_000 + later, 50_000)).toBe(reason);
  expect(detectEarlyVisit(50_000 + later, undefined)).toBeUndefined();
});

describe('a burst of clicks in one message:', () => {
  const now = Date.UTC(2026, 10, 20);
  const clicks = (...before: readonly [index: number, agoMs: number][]): RecentClick[] =>
    before.map(([index, agoMs]) => ({
      emailPosition: 0,
      index,
      recordedAs: 'counted',
      eventId: `evt_${ulidTime(now - agoMs)}${'0'.repeat(16)}`,
    }));

  test.each<[string, RecentClick[], number, number | undefined]>([
    ['two links are no burst', clicks([0, 100]), 1, undefined],
    ['the third link within five seconds is a burst', clicks([1, 100], [0, 5000]), 2, 2],
    ['three links are no burst if the first click is older', clicks([1, 100], [0, 5001]), 2, undefined],
    ['repeated clicks of one link are no burst', clicks([0, 100], [0, 200], [0, 300]), 0, undefined],
    ['a fourth link belongs to the burst', clicks([2, 10], [1, 100], [0, 200]), 3, 3],
  ])('%s', (_, before, index, found) => {
    expect(findBurst(before, index, now)?.length).toBe(found);
  });
});
