import { domainToASCII } from 'node:url';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';

/** Identifies a message that this service has sent, or may have sent. */
export interface MessageRef {
  readonly executionId: string;
  readonly stepId: string;
}

/** A reference in a received header. It is untrusted until its code is verified. */
export interface MessageMention extends MessageRef {
  readonly code: string;
}

/** Builds the deterministic `Message-ID`. Its code authenticates later references to the message. */
export async function messageIdOf(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  message: {
    readonly execution: { readonly id: string; readonly messageDomain?: string | undefined };
    readonly account: { readonly email: string };
  },
  stepId: string,
): Promise<string> {
  const { execution, account } = message;
  // A thread that another account continues keeps the domain of its first message.
  const domain = domainOf(execution.messageDomain ?? account.email);
  const code = await signer.sign(workspaceId, signedText({ executionId: execution.id, stepId }));

  return `<${execution.id}.${stepId}.${code}@${domain}>`;
}

/** Matches without brackets and domain, because delivery reports may omit them. The code authenticates the match. */
const messageIdPattern = /(exe_[0-9A-Z]{26})\.(stp_[0-9A-Z]{26})\.([0-9a-f]{32})(?![0-9a-f])/g;

/** Maximum references verified per header. The last ones are kept. */
const mentionsMax = 50;

/** Finds references to this service's messages, in header order. Mail clients may fold a header within an id. */
export function findMentions(header: string): MessageMention[] {
  return [...header.replaceAll(/\s+/g, '').matchAll(messageIdPattern)]
    .slice(-mentionsMax)
    .map(([, executionId = '', stepId = '', code = '']) => ({ executionId, stepId, code }));
}

/** The first reference with a valid code for this workspace. */
export async function findAuthenticMention(
  signer: Pick<TokenSigner, 'verify'>,
  workspaceId: string,
  mentions: readonly MessageMention[],
): Promise<MessageRef | undefined> {
  for (const { executionId, stepId, code } of mentions) {
    const ref = { executionId, stepId };
    if (await signer.verify(workspaceId, signedText(ref), code)) return ref;
  }

  return undefined;
}

function signedText({ executionId, stepId }: MessageRef): string {
  return `${executionId}.${stepId}`;
}

/** The domain of an address in ASCII. RFC 5322 and EHLO allow no other characters. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
