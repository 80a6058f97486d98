import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { packBase32, unpackBase32 } from '#lib/links/base32.ts';

/** Identifies the message of a token. The ids suffice to read its execution by key. */
export interface MessageIds {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly contactId: string;
  readonly executionId: string;
  readonly stepId: string;
}

export type TrackingToken = MessageIds &
  (
    | { readonly kind: 'open' }
    /** Proves that requests to a host reach this service. It belongs to no message, so only its workspace id has a meaning. */
    | { readonly kind: 'check' }
    /** `recipient`: digest of the recipient's address, see `recipientDigest`. */
    | { readonly kind: 'unsubscribe'; readonly recipient: string }
    /** `target`: the link's destination. `index`: zero-based index of the link in the message, 0..65535. */
    | { readonly kind: 'click'; readonly target: string; readonly index: number }
  );

/*
 * Format in base64url, lengths in bytes: version and kind (1, with 4 bits each) | five ids (82) | details | MAC (16). Details
 * of a click: index (2) and target. Details of an unsubscribe link: digest of its recipient (8). The token contains the target,
 * so that nothing is stored per link, and the MAC prevents its replacement.
 */
const version = 1;
/** The position of a kind is part of the format, so new kinds are appended. */
const kinds = ['open', 'click', 'unsubscribe', 'check'] as const;
const prefixes = ['wsp', 'cmp', 'con', 'exe', 'stp'] as const;
const ulidLength = 26;
const idsLength = Math.ceil((prefixes.length * ulidLength * 5) / 8);
const macLength = 16;
const digestLength = 8;

/** Creates a URL-safe token that only this stage can sign. Deterministic. */
export async function createToken(signer: Pick<TokenSigner, 'sign'>, token: TrackingToken): Promise<string> {
  const { workspaceId, campaignId, contactId, executionId, stepId, kind } = token;
  const ids = [workspaceId, campaignId, contactId, executionId, stepId].map((id) => id.slice(-ulidLength));
  const content = Buffer.concat([
    Buffer.of((version << 4) | kinds.indexOf(kind)),
    packBase32(ids.join('')),
    ...detailsOf(token),
  ]);
  const mac = await signer.sign(workspaceId, signedText(content));

  return Buffer.concat([content, Buffer.from(mac, 'hex')]).toString('base64url');
}

function detailsOf(token: TrackingToken): Buffer[] {
  switch (token.kind) {
    case 'open':
    case 'check':
      return [];
    case 'unsubscribe':
      return [Buffer.from(token.recipient, 'hex')];
    case 'click':
      return [Buffer.of(token.index >> 8, token.index & 0xff), Buffer.from(token.target)];
  }
}

/**
 * Identifies one of a contact's addresses. Keyed, so that a link does not reveal the recipient's address.
 * @param address normalised
 */
export async function recipientDigest(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  address: string,
): Promise<string> {
  // A byte has two hexadecimal digits.
  return (await signer.sign(workspaceId, `recipient.${address}`)).slice(0, 2 * digestLength);
}

/**
 * The path of a short or a signed link, by the least lengths of their tokens. Security services rewrite links: they encode slashes,
 * as `%2F` or `_`, and may add text to the token.
 */
const linkPattern =
  /((?:\/|%(?:25)*2F|_)u(?:\/|%(?:25)*2F|_))[\w-]{27,}|((?:\/|%(?:25)*2F|_)t(?:\/|%(?:25)*2F|_)[oc](?:\/|%(?:25)*2F|_))[\w-]{132,}/gi;

/** A text without the tokens of our links, with which everyone could unsubscribe or click in the name of a recipient. */
export function withoutLinkTokens(text: string): string {
  return text.replaceAll(linkPattern, '$1$2***');
}

/** Verifies and decodes a token. @returns undefined if it is invalid */
export async function readToken(
  signer: Pick<TokenSigner, 'verify'>,
  text: string,
): Promise<TrackingToken | undefined> {
  const bytes = Buffer.from(text, 'base64url');
  // Reject non-canonical encodings: decoding ignores invalid characters and surplus bits.
  if (bytes.toString('base64url') !== text || bytes.length < 1 + idsLength + macLength) return undefined;
  const content = bytes.subarray(0, -macLength);
  const token = parseContent(content);
  if (!token) return undefined;
  const mac = bytes.subarray(-macLength).toString('hex');

  return (await signer.verify(token.workspaceId, signedText(content), mac)) ? token : undefined;
}

function parseContent(content: Buffer): TrackingToken | undefined {
  const firstByte = content.readUInt8(0);
  const kind = kinds[firstByte & 0xf];
  if (firstByte >> 4 !== version || kind === undefined) return undefined;
  const ulids = unpackBase32(content.subarray(1, 1 + idsLength), prefixes.length * ulidLength);
  const [workspaceId, campaignId, contactId, executionId, stepId] = prefixes.map(
    (prefix, index) => `${prefix}_${ulids.slice(index * ulidLength, (index + 1) * ulidLength)}` as const,
  ) as [string, string, string, string, string];
  const messageIds = { workspaceId, campaignId, contactId, executionId, stepId };
  const rest = content.subarray(1 + idsLength);
  if (kind === 'open' || kind === 'check') return rest.length === 0 ? { ...messageIds, kind } : undefined;
  if (kind === 'unsubscribe') {
    return rest.length === digestLength
      ? { ...messageIds, kind, recipient: rest.toString('hex') }
      : undefined;
  }
  if (rest.length < 2) return undefined;

  return { ...messageIds, kind, index: rest.readUInt16BE(0), target: rest.subarray(2).toString() };
}

/** The prefix separates tokens from other signed values; the content includes the kind. */
function signedText(content: Buffer): string {
  return `tracking.${content.toString('base64url')}`;
}
