import type { Vault } from '#lib/crypto/vault.ts';
import type { EmailAccountSettings, NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { sealTokens } from '#lib/email-accounts/grant.ts';
import { grantKey, hasGrant, passwordContext } from '#lib/email-accounts/items.ts';
import type { OAuthProvider } from '#lib/oauth/provider.ts';
import type { Tokens } from '#lib/oauth/tokens.ts';
import type { Write } from '#lib/storage/table.ts';

/** An owner's OAuth grant, which gives access to the mailbox until it is revoked. */
export interface NewGrant {
  readonly provider: OAuthProvider;
  readonly tokens: Tokens & { readonly refreshToken: string };
}

type PasswordField = 'password' | 'imapPassword' | 'currentPassword';

/** A mailbox to connect, with passwords or a grant. */
export type NewMailbox = Omit<NewEmailAccount, PasswordField> &
  (Pick<NewEmailAccount, PasswordField> | { readonly grant: NewGrant });

/** The encrypted secrets of an account: attributes of its settings item, and writes of its grant item. */
interface Secrets {
  readonly provider: OAuthProvider | 'smtp';
  readonly settings: { readonly sealedPassword?: string; readonly sealedImapPassword?: string };
  readonly grantWrites: readonly Write[];
}

/** @param before the existing account; its grant is deleted if it is no longer needed */
export async function sealSecrets(
  { vault, now }: { readonly vault: Vault; readonly now: () => number },
  workspaceId: string,
  id: string,
  mailbox: NewMailbox,
  before?: Pick<EmailAccountSettings, 'provider'>,
): Promise<Secrets> {
  if ('grant' in mailbox) {
    const { provider, tokens } = mailbox.grant;
    const servers = { smtp: mailbox.smtp, imap: mailbox.imap ?? null };
    const sealed = await sealTokens({ vault, now }, workspaceId, { id, ...servers }, tokens);

    return {
      provider,
      settings: {},
      grantWrites: [{ put: { ...grantKey(workspaceId, id), provider, ...sealed } }],
    };
  }
  const { smtp, imap, password, imapPassword = password } = mailbox;

  return {
    provider: 'smtp',
    settings: {
      sealedPassword: await vault.seal(workspaceId, passwordContext(id, smtp), password),
      ...(imap && {
        sealedImapPassword: await vault.seal(workspaceId, passwordContext(id, imap), imapPassword),
      }),
    },
    grantWrites: before && hasGrant(before) ? [{ delete: grantKey(workspaceId, id) }] : [],
  };
}
