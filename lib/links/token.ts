import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { packBase32, unpackBase32 } from '#lib/links/base32.ts';

/** The mail that a token is of: enough to read its execution without a search. */
export interface MailIds {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly contactId: string;
  readonly executionId: string;
  readonly stepId: string;
}

export type TrackingToken = MailIds &
  (
    | { readonly kind: 'open' }
    /** Of no message: shows that a host leads to this service. */
    | { readonly kind: 'check' }
    /** `recipient`: the digest of the address that the message was sent to, see `recipientDigest`. */
    | { readonly kind: 'unsubscribe'; readonly recipient: string }
    /** `target`: the page that the link leads to. `index`: the how-manieth link of its mail, 0..65535. */
    | { readonly kind: 'click'; readonly target: string; readonly index: number }
  );

export type CheckToken = Extract<TrackingToken, { kind: 'check' }>;

/*
 * version and kind (1 byte) | five ids (82) | more | code (16), in base64url; more is for a click its index (2) and target,
 * for an unsubscribe link the digest of its recipient (8).
 * The target stands in the token itself, so that nothing is stored for it and no other page can be put in its place.
 */
const version = 1;
const kinds = ['open', 'click', 'unsubscribe', 'check'] as const;
const prefixes = ['wsp', 'cmp', 'con', 'exe', 'stp'] as const;
const ulidLength = 26;
const idsLength = Math.ceil((prefixes.length * ulidLength * 5) / 8);
const codeLength = 16;
const digestLength = 8;

/** A text for URLs that only this stage can make. The same content makes the same token. */
export async function makeToken(signer: Pick<TokenSigner, 'sign'>, token: TrackingToken): Promise<string> {
  const { workspaceId, campaignId, contactId, executionId, stepId, kind } = token;
  const ids = [workspaceId, campaignId, contactId, executionId, stepId].map((id) => id.slice(-ulidLength));
  const content = Buffer.concat([
    Buffer.of((version << 4) | kinds.indexOf(kind)),
    packBase32(ids.join('')),
    ...detailsOf(token),
  ]);
  const code = await signer.sign(workspaceId, contextOf(content));

  return Buffer.concat([content, Buffer.from(code, 'hex')]).toString('base64url');
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
 * Tells one address of a contact from its others. Keyed, so that a link does not reveal the address that it was sent to.
 * @param address normalised
 */
export async function recipientDigest(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  address: string,
): Promise<string> {
  return (await signer.sign(workspaceId, `recipient.${address}`)).slice(0, 2 * digestLength);
}

/** What a token says, or undefined when this service has not made it just so. */
export async function readToken(
  signer: Pick<TokenSigner, 'verify'>,
  text: string,
): Promise<TrackingToken | undefined> {
  const bytes = Buffer.from(text, 'base64url');
  // Characters that decoding passes over, and bits that it drops, are somebody else's doing.
  if (bytes.toString('base64url') !== text || bytes.length < 1 + idsLength + codeLength) return undefined;
  const content = bytes.subarray(0, -codeLength);
  const token = parseContent(content);
  if (!token) return undefined;
  const code = bytes.subarray(-codeLength).toString('hex');

  return (await signer.verify(token.workspaceId, contextOf(content), code)) ? token : undefined;
}

function parseContent(content: Buffer): TrackingToken | undefined {
  const head = content.readUInt8(0);
  const kind = kinds[head & 0xf];
  if (head >> 4 !== version || kind === undefined) return undefined;
  const ulids = unpackBase32(content.subarray(1, 1 + idsLength), prefixes.length * ulidLength);
  const [workspaceId, campaignId, contactId, executionId, stepId] = prefixes.map(
    (prefix, at) => `${prefix}_${ulids.slice(at * ulidLength, (at + 1) * ulidLength)}` as const,
  ) as [string, string, string, string, string];
  const mail = { workspaceId, campaignId, contactId, executionId, stepId };
  const rest = content.subarray(1 + idsLength);
  if (kind === 'open' || kind === 'check') return rest.length === 0 ? { ...mail, kind } : undefined;
  if (kind === 'unsubscribe') {
    return rest.length === digestLength ? { ...mail, kind, recipient: rest.toString('hex') } : undefined;
  }
  if (rest.length < 2) return undefined;

  return { ...mail, kind, index: rest.readUInt16BE(0), target: rest.subarray(2).toString() };
}

/** Codes of other things than tokens begin otherwise, and the content begins with its kind. */
function contextOf(content: Buffer): string {
  return `tracking.${content.toString('base64url')}`;
}
