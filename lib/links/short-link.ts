import * as z from 'zod/mini';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { MessageIds, TrackingToken } from '#lib/links/token.ts';
import type { Key, Put, Table } from '#lib/storage/table.ts';

/*
 * | access pattern                    | how                          |
 * |-----------------------------------|------------------------------|
 * | the content of a short link       | GetItem LINK#<code>, LINK     |
 *
 * One item for each execution with plain-text emails; it has what a signed token has. It does not expire, because mailboxes keep
 * messages for years.
 */
const linkKey = (code: string): Key => ({ pk: `LINK#${code}`, sk: 'LINK' });

const LinkItem = z.object({
  workspaceId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  executionId: z.string(),
  /** The step of the first email with the link. */
  stepId: z.string(),
  /** `recipientDigest` of the address. */
  recipient: z.string(),
});

/** The unsubscribe link of plain-text emails, without its host. */
export interface ShortLink {
  /** At most 27 characters. */
  readonly token: string;
  /** Must be committed before the email is sent. */
  readonly put: Put;
}

/** A short token: the code of 128 bits, and the last characters of the step's id. */
const tokenPattern = /^([\w-]{22})([0-9A-HJKMNP-TV-Z]{5})$/;
const stepCodeLength = 5;

/** Builds the short link of an email. All emails of an execution to one address share its item. Deterministic. */
export async function shortLinkOf(
  signer: Pick<TokenSigner, 'sign'>,
  ids: MessageIds,
  recipient: string,
): Promise<ShortLink> {
  const { workspaceId, campaignId, contactId, executionId, stepId } = ids;
  const mac = await signer.sign(workspaceId, `short-link.${executionId}.${recipient}`);
  const code = Buffer.from(mac, 'hex').toString('base64url');
  const content = { workspaceId, campaignId, contactId, executionId, stepId, recipient };

  return { token: `${code}${stepId.slice(-stepCodeLength)}`, put: { put: { ...linkKey(code), ...content } } };
}

/** Reads the content of a short link. `isStep`: whether a step id may be the step of the link's email. */
export async function readShortLink(
  table: Table,
  token: string,
): Promise<
  | {
      readonly link: Extract<TrackingToken, { kind: 'unsubscribe' }>;
      readonly isStep: (id: string) => boolean;
    }
  | undefined
> {
  const [, code = '', stepCode = ''] = tokenPattern.exec(token) ?? [];
  const item = code === '' ? undefined : await table.get(linkKey(code));

  return (
    item && {
      link: { kind: 'unsubscribe', ...LinkItem.parse(item) },
      isStep: (id) => id.endsWith(stepCode),
    }
  );
}
