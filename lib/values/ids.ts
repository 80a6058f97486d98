import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

let nextUlid = monotonicFactory();
let lastTime = 0;

/** The kind of a resource, as the first part of its id. */
export type IdPrefix =
  | 'acc' // email account
  | 'ans' // answer
  | 'aud' // audit entry
  | 'bjb' // bulk job
  | 'blk' // blocklist entry
  | 'cmp' // campaign
  | 'com' // company
  | 'con' // contact
  | 'cvw' // contact view
  | 'evt' // event
  | 'exe' // execution
  | 'exp' // export
  | 'imp' // import
  | 'inv' // invitation
  | 'job' // job that is no resource of the API
  | 'key' // API key
  | 'ntc' // notice to the owners of a workspace
  | 'rpl' // reply
  | 'sem' // service email
  | 'snp' // snippet
  | 'stp' // step
  | 'usr' // user
  | 'var' // variant
  | 'whk' // webhook
  | 'wsp'; // workspace

/**
 * Sortable by creation time, which is exactly `now`. Ids that one container creates in a row in the same millisecond also keep
 * their order.
 */
export function newId(prefix: IdPrefix, now: number): string {
  // A factory never goes back in time. A new one follows a clock that was set back.
  if (now < lastTime) nextUlid = monotonicFactory();
  lastTime = now;

  return `${prefix}_${nextUlid(now)}`;
}

const [earliest, latest] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * RFC 3339, UTC, with milliseconds. Its years have four digits, so times beyond them become the first or the last.
 * @param now epoch milliseconds
 */
export function timestamp(now: number): string {
  return new Date(Math.min(Math.max(now, earliest), latest)).toISOString();
}

/** A timestamp after `previous`, so that two versions of a resource never have the same one. */
export function timestampAfter(previous: string, now: number): string {
  return timestamp(Math.max(now, Date.parse(previous) + 1));
}

/**
 * The time part, 10 characters, of the id of a resource created at `now`. Ids that sort before it are older. A time before 1970
 * counts as 1970.
 */
export function ulidTime(now: number): string {
  return encodeTime(Math.max(0, now), 10);
}

/** Creation time of an id, in epoch milliseconds. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(id.indexOf('_') + 1));
}

/** The digits of ULIDs (Crockford's base32). */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A deterministic id, so that a repeated call yields the same one. @param digest at least 26 bytes */
export function idFromHash(prefix: IdPrefix, digest: Uint8Array): string {
  return `${prefix}_${Array.from(digest.subarray(0, 26), (byte) => crockford.charAt(byte % 32)).join('')}`;
}

/** The id of a sample resource, which is never stored. The same number gives the same id. */
export function sampleId(prefix: IdPrefix, number: number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

/** The contact in the links of previews and test emails. */
export const sampleContactId = sampleId('con', 0);

const codeLength = 8;

/**
 * A short code of an id: its last random characters, 40 bits. They distinguish the steps, variants and accounts of a campaign
 * in items that must stay small.
 */
export function idCode(id: string): string {
  return id.slice(-codeLength);
}
