import type { Vault } from '#lib/crypto/vault.ts';

/** Fixed before the dialogue, and always the same. Its code tells a reply to it from a forgery. */
export async function messageIdOf(
  vault: Pick<Vault, 'authenticate'>,
  workspaceId: string,
  mail: { readonly execution: { readonly id: string }; readonly account: { readonly email: string } },
  stepId: string,
): Promise<string> {
  const { execution, account } = mail;
  const domain = account.email.slice(account.email.lastIndexOf('@') + 1);
  const code = await vault.authenticate(workspaceId, `${execution.id}.${stepId}`);

  return `<${execution.id}.${stepId}.${code}@${domain}>`;
}
