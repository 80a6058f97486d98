import type { RecentClick } from '#lib/executions/tracking-state.ts';
import type { Visit } from '#lib/http/visit.ts';
import { timeOfId } from '#lib/values/ids.ts';

/** Why a visit is classified as a bot's. */
export type BotReason = 'head' | 'prefetch' | 'scanner' | 'apple_mpp' | 'too_soon' | 'many_links';

/** Headers by which browsers and proxies announce a prefetch. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const prefetchValue = /\b(?:prefetch|prerender|preview)/i;

/**
 * User agents of mail security scanners, link previews and HTTP clients. The image proxies of Gmail and Yahoo
 * (`GoogleImageProxy`, `YahooMailProxy`) are not included: they fetch images when a person opens the message.
 */
const scanners = new RegExp(
  [
    'barracuda|proofpoint|mimecast|ironport|symantec|messagelabs|trend ?micro|fireeye|sophos|forcepoint|fortimail|zscaler',
    'safelinks|bingpreview|skypeuripreview|microsoft (?:office )?(?:existence|protocol) discovery|office365-scanner',
    'virustotal|urlscan|checkpoint|avanan|cloudmark|spamassassin|rspamd',
    String.raw`(?:google|bing|slack|twitter|telegram|linkedin|discord|yandex|apple|duckduck|facebook)\w*bot\b`,
    'facebookexternalhit|whatsapp/|slackbot|linkexpanding|crawler|spider',
    String.raw`headlesschrome|phantomjs|^(?:curl|wget|python|go-http-client|java|okhttp|axios|node|libwww|ruby|php)\b`,
  ].join('|'),
  'i',
);

/** Longer than any browser's user agent. The limit matters, because the pattern takes quadratic time. */
const agentLengthMax = 500;

/** User agent of Apple's Mail Privacy Protection, which loads all images without an open. */
const applePrefetchAgent = /^Mozilla\/5\.0$/;

/** A visit within this time after sending is a scanner's: people do not read a message so early. */
const earlyVisitMs = 10_000;

/** Distinct links of one message within `burstMs` that indicate a bot. */
const burstLinksMin = 3;
const burstMs = 5000;

/** Classifies a visit by the headers of its request. */
export function detectBotRequest(
  kind: 'open' | 'click',
  { isHead, header }: Pick<Visit, 'isHead' | 'header'>,
): BotReason | undefined {
  if (isHead) return 'head';
  if (prefetchHeaders.some((name) => prefetchValue.test(header(name) ?? ''))) return 'prefetch';
  const agent = (header('user-agent') ?? '').slice(0, agentLengthMax).trim();
  if (agent === '' || scanners.test(agent)) return 'scanner';

  return kind === 'open' && applePrefetchAgent.test(agent) ? 'apple_mpp' : undefined;
}

/**
 * Classifies a visit by its time.
 * @param sentAt when the message was sent, in epoch milliseconds; undefined if unknown
 */
export function detectEarlyVisit(at: number, sentAt: number | undefined): BotReason | undefined {
  return sentAt !== undefined && at - sentAt < earlyVisitMs ? 'too_soon' : undefined;
}

/**
 * The previous clicks that form a bot's burst together with this click; undefined if there is no burst.
 * @param clicks previous clicks of the same message
 * @param index zero-based index of the clicked link in the message
 * @param now epoch milliseconds
 */
export function findBurst(
  clicks: readonly RecentClick[],
  index: number,
  now: number,
): readonly RecentClick[] | undefined {
  const recent = clicks.filter(({ eventId }) => now - timeOfId(eventId) <= burstMs);
  const links = new Set([index, ...recent.map((click) => click.index)]);

  return links.size >= burstLinksMin ? recent : undefined;
}
