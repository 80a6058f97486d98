import { domainToASCII } from 'node:url';
import { isSameCode } from '#lib/crypto/secret-text.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';

/** Identifies a message that this service has sent, or may have sent. */
export interface MessageRef {
  readonly executionId: string;
  /** The id of the step, or its last characters as in a short `Message-ID`. */
  readonly step: string;
}

/** A reference in a received header. It is untrusted until its code is verified. */
export interface MessageMention extends MessageRef {
  readonly code: string;
}

/** What an execution contributes to the ids of its messages. */
export interface MessageSource {
  readonly id: string;
  readonly messageDomain?: string | undefined;
}

/**
 * Builds the deterministic `Message-ID`. Its code authenticates later references to the message. It has 50 characters
 * before `@`, because some programs keep only a part of a longer one.
 */
export async function messageIdOf(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  message: { readonly execution: MessageSource; readonly account: { readonly email: string } },
  stepId: string,
): Promise<string> {
  const { execution, account } = message;
  const { id: executionId } = execution;
  // A thread that another account continues keeps the domain of its first message.
  const domain = domainOf(execution.messageDomain ?? account.email);
  const ref = { executionId, step: stepId.slice(-stepLength) };

  return `<e.${executionId.slice(-ulidLength)}.${ref.step}.${await codeOf(signer, workspaceId, ref)}@${domain}>`;
}

const ulidLength = 26;
/** 20 random bits distinguish the steps of a campaign. */
const stepLength = 4;
/** 80 bits in base 36. */
const codeLength = 16;

/**
 * Matches without brackets and domain, because delivery reports may omit them, and in lower case, in which some systems return ids. The
 * code authenticates the match.
 */
const messageIdPattern = /[Ee]\.([0-9A-Za-z]{26})\.([0-9A-Za-z]{4})\.([0-9A-Za-z]{16})/;
const messageIdsPattern = new RegExp(messageIdPattern, 'g');

/** Maximum references verified per header. The last ones are kept. */
const mentionsMax = 50;

/** Whether a text contains one of our ids, with any code. */
export function mentionsMessage(text: string): boolean {
  return messageIdPattern.test(text);
}

/** Finds references to this service's messages, in header order. Mail clients may fold a header within an id. */
export function findMentions(header: string): MessageMention[] {
  return [...header.replaceAll(/\s+/g, '').matchAll(messageIdsPattern)].slice(-mentionsMax).map(([text]) => {
    const [, ulid = '', step = '', code = ''] = text.toUpperCase().split('.');

    return { executionId: `exe_${ulid}`, step, code };
  });
}

/** A text without the codes of our ids. A code proves that its holder has received the message, or reports in the name of its server. */
export function withoutCodes(text: string): string {
  return text.replaceAll(messageIdsPattern, 'e.$1.$2.***');
}

/** The first reference with a valid code for this workspace. */
export async function findAuthenticMention(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  mentions: readonly MessageMention[],
): Promise<MessageRef | undefined> {
  for (const { executionId, step, code } of mentions) {
    const ref = { executionId, step };
    if (isSameCode(code, await codeOf(signer, workspaceId, ref))) return ref;
  }

  return undefined;
}

async function codeOf(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  { executionId, step }: MessageRef,
): Promise<string> {
  const code = await signer.sign(workspaceId, `${executionId}.${step}`);
  const bits = BigInt(`0x${code.slice(0, 20)}`);

  return bits.toString(36).toUpperCase().padStart(codeLength, '0');
}

/** The domain of an address in ASCII. RFC 5322 and EHLO allow no other characters. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
