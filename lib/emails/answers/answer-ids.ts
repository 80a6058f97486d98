import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';

interface AnsweredEmail {
  readonly executionId: string;
  readonly stepId: string;
}

/**
 * The `Message-ID` of an answer. It begins like the `Message-ID` of the email that started the conversation. So replies to the
 * answer and reports on it refer to the same execution.
 */
export async function answerMessageId(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  { executionId, stepId }: AnsweredEmail,
  account: { readonly email: string },
  answerId: string,
): Promise<string> {
  const emailMessageId = await messageIdOf(
    signer,
    workspaceId,
    { execution: { id: executionId }, account },
    stepId,
  );

  return emailMessageId.replace('@', `.${answerId}@`);
}
