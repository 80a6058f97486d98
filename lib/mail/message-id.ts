import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { domainOf } from '#lib/mail/domain.ts';

/** One mail that this service has sent, or may have sent. */
export interface MailRef {
  readonly executionId: string;
  readonly stepId: string;
}

/** A mail that somebody names. Whether it is one of ours, only its code tells. */
export interface Mention extends MailRef {
  readonly code: string;
}

/** Fixed before the dialogue, and always the same. Its code tells a reply to it from a forgery. */
export async function messageIdOf(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  mail: {
    readonly execution: { readonly id: string; readonly messageDomain?: string | undefined };
    readonly account: { readonly email: string };
  },
  stepId: string,
): Promise<string> {
  const { execution, account } = mail;
  const domain = execution.messageDomain ?? domainOf(account.email);
  const code = await signer.sign(workspaceId, contextOf({ executionId: execution.id, stepId }));

  return `<${execution.id}.${stepId}.${code}@${domain}>`;
}

/** Reports of mail systems write it without brackets, and some without its domain; its code is the proof. */
const ours = /(exe_[0-9A-Z]{26})\.(stp_[0-9A-Z]{26})\.([0-9a-f]{32})(?![0-9a-f])/g;

/** As many as a header of a long conversation may hold, and no more than are worth a look. */
const mentionsMax = 50;

/** The mails of ours that a header names, in its order. Mail programs fold headers in the middle of ids, too. */
export function mentionsIn(header: string): Mention[] {
  return [...header.replaceAll(/\s+/g, '').matchAll(ours)]
    .slice(-mentionsMax)
    .map(([, executionId = '', stepId = '', code = '']) => ({ executionId, stepId, code }));
}

/** The first of them that this workspace has really sent, or may have. */
export async function firstAuthentic(
  signer: Pick<TokenSigner, 'verify'>,
  workspaceId: string,
  mentions: readonly Mention[],
): Promise<MailRef | undefined> {
  for (const { executionId, stepId, code } of mentions) {
    const ref = { executionId, stepId };
    if (await signer.verify(workspaceId, contextOf(ref), code)) return ref;
  }

  return undefined;
}

function contextOf({ executionId, stepId }: MailRef): string {
  return `${executionId}.${stepId}`;
}
