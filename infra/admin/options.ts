type TextOption =
  | 'workspace'
  | 'name'
  | 'scope'
  | 'role'
  | 'email'
  | 'from-name'
  | 'smtp-host'
  | 'imap-host'
  | 'imap-username'
  | 'username'
  | 'provider'
  | 'client-id'
  | 'issuer'
  | 'from'
  | 'to'
  | 'queue'
  | 'account'
  | 'dashboard';
type NumberOption = 'smtp-port' | 'imap-port' | 'daily-limit' | 'min-gap' | 'max-gap' | 'max-per-second';
type Flag =
  | 'secure'
  | 'imap-secure'
  | 'no-ramp-up'
  | 'password-stdin'
  | 'client-secret-stdin'
  | 'repair'
  | 'dry-run'
  | 'yes';

/** The values of the command line options. */
export type AdminOptions = {
  readonly [Name in TextOption]?: string;
} & { readonly [Name in NumberOption]?: number } & { readonly [Name in Flag]?: boolean };
