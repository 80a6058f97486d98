import type { RecentClick } from '#lib/executions/visits.ts';
import { timeOfId } from '#lib/values/ids.ts';

/** Why a visit is thought to be a machine's. */
export type BotReason = 'head' | 'prefetch' | 'scanner' | 'apple_mpp' | 'too_soon' | 'many_links';

export interface VisitHeaders {
  readonly isHead: boolean;
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined;
}

/** With which browsers and proxies say that nobody has asked for the page yet. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const prefetching = /\b(?:prefetch|prerender|preview)/i;

/**
 * Those who guard mailboxes and look at what is in mails, those who show previews, and programs that are no browser. The
 * proxies of Gmail and Yahoo (`GoogleImageProxy`, `YahooMailProxy`) are none of them: they fetch when a person opens.
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

/** Longer than what any browser sends. The search for scanners takes quadratic time. */
const agentLengthMax = 500;

/** With which Apple's Mail Privacy Protection loads the pictures of every mail, whether it is opened or not. */
const bareMozilla = /^Mozilla\/5\.0$/;

/** Nobody has read a mail that soon after it left; who looks into it on its way has. */
const tooSoonMs = 10_000;

/** Nobody follows so many links of one mail in that time; who looks at each of them does. */
const linksMin = 3;
const burstMs = 5000;

/** What the request says of itself. */
export function judgeRequest(
  kind: 'open' | 'click',
  { isHead, header }: VisitHeaders,
): BotReason | undefined {
  if (isHead) return 'head';
  if (prefetchHeaders.some((name) => prefetching.test(header(name) ?? ''))) return 'prefetch';
  const agent = (header('user-agent') ?? '').slice(0, agentLengthMax).trim();
  if (agent === '' || scanners.test(agent)) return 'scanner';

  return kind === 'open' && bareMozilla.test(agent) ? 'apple_mpp' : undefined;
}

/**
 * What its moment says.
 * @param sentAt of the mail, epoch milliseconds; undefined where nobody knows
 */
export function judgeMoment(at: number, sentAt: number | undefined): BotReason | undefined {
  return sentAt !== undefined && at - sentAt < tooSoonMs ? 'too_soon' : undefined;
}

/**
 * Of the clicks before, those that belong with this one to a walk through all links; undefined when it is none.
 * @param clicks of the same mail
 * @param now epoch milliseconds
 */
export function burstWith(
  clicks: readonly RecentClick[],
  index: number,
  now: number,
): readonly RecentClick[] | undefined {
  const close = clicks.filter(({ eventId }) => now - timeOfId(eventId) <= burstMs);
  const links = new Set([index, ...close.map((click) => click.index)]);

  return links.size >= linksMin ? close : undefined;
}
