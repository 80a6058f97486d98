import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { isSameCode } from '#lib/crypto/secret-text.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { MessageIds, TrackingToken } from '#lib/links/token.ts';
import type { Key, Put, Table } from '#lib/storage/table.ts';

/*
 * | access pattern                    | how                         |
 * |-----------------------------------|-----------------------------|
 * | the content of a short link       | GetItem LINK#<code>, LINK   |
 *
 * One item for each execution with plain-text emails; it has what a signed token has, and expires.
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

const dayMs = 86_400_000;
const retentionDays = 400;
/** A follow-up extends an item that would expire earlier. */
const validDaysMin = 200;

/** When an item that is stored now expires, in days since 1970. */
export const linkExpiry = (now: number) => Math.ceil(now / dayMs) + retentionDays;

/** Whether an email must store the item of its link again. @param until when the stored item expires, in days since 1970 */
export function mustStoreLink(until: number, now: number): boolean {
  return until < Math.ceil(now / dayMs) + validDaysMin;
}

/** The unsubscribe link of plain-text emails, without its host. */
export interface ShortLink {
  /** 27 characters. */
  readonly token: string;
  /** Stores the item. Must be committed before the email is sent. */
  readonly putAt: (now: number) => Put;
}

/*
 * Format of a token in base64url, lengths in bytes: code (11) | hash of the step's id (2) | MAC (7). The code cannot be guessed. The
 * MAC finds a damaged link without a read. It is valid in the whole stage, because the item has the workspace.
 */
const codeLength = 11;
const stepLength = 2;
const macLength = 7;

/** Builds the short link of an email. All emails of an execution to one address share its item. */
export async function shortLinkOf(
  signer: Pick<TokenSigner, 'sign'>,
  ids: MessageIds,
  recipient: string,
): Promise<ShortLink> {
  const { workspaceId, campaignId, contactId, executionId, stepId } = ids;
  const code = (await signer.sign(workspaceId, `short-link.${executionId}.${recipient}`)).slice(
    0,
    2 * codeLength,
  );
  const content = { workspaceId, campaignId, contactId, executionId, stepId, recipient };

  return {
    token: await sealToken(signer, `${code}${stepHash(stepId)}`),
    putAt: (now) => ({
      put: { ...linkKey(code), ...content, expiresAtEpochSeconds: (linkExpiry(now) * dayMs) / 1000 },
    }),
  };
}

async function sealToken(signer: Pick<TokenSigner, 'sign'>, content: string): Promise<string> {
  const mac = await signer.sign('', `short-link.${content}`);

  return Buffer.from(`${content}${mac.slice(0, 2 * macLength)}`, 'hex').toString('base64url');
}

function stepHash(stepId: string): string {
  return hash('sha256', stepId).slice(0, 2 * stepLength);
}

/** A valid short token. */
export interface ShortToken {
  readonly code: string;
  /** Whether a step may be the step of the link's email. */
  readonly isStep: (stepId: string) => boolean;
}

/** Verifies and decodes a token. @returns undefined if it is invalid */
export async function readShortToken(
  signer: Pick<TokenSigner, 'sign'>,
  text: string,
): Promise<ShortToken | undefined> {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const code = hex.slice(0, 2 * codeLength);
  const step = hex.slice(2 * codeLength, 2 * (codeLength + stepLength));
  if (!isSameCode(text, await sealToken(signer, `${code}${step}`))) return undefined;

  return { code, isStep: (stepId) => stepHash(stepId) === step };
}

/** Reads the content of a short link. @returns undefined if it has expired */
export async function findShortLink(
  table: Table,
  { code }: ShortToken,
): Promise<Extract<TrackingToken, { kind: 'unsubscribe' }> | undefined> {
  const item = await table.get(linkKey(code));

  return item && { kind: 'unsubscribe', ...LinkItem.parse(item) };
}
