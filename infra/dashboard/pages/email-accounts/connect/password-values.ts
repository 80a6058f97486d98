import type { Schemas } from '../../../api/client.ts';
import { withoutEmpty } from '../../../components/form/use-form.ts';

type ConnectRequest = Schemas['EmailAccountByPassword'];

export type Encryption = 'default' | 'tls' | 'starttls';

interface ServerValues {
  readonly host: string;
  readonly port: number | null;
  /** Named like the field of the request, which errors of the service name. */
  readonly secure: Encryption;
  readonly username: string;
}

export interface PasswordValues {
  readonly email: string;
  readonly password: string;
  readonly fromName: string;
  readonly smtp: ServerValues;
  readonly imap: ServerValues;
  readonly readsReplies: boolean;
  readonly imapPassword: string;
  /** The mailbox password that is stored now: proves a change of servers or user names. */
  readonly currentPassword: string;
  readonly dailyLimit: number | null;
}

const emptyServer: ServerValues = { host: '', port: null, secure: 'default', username: '' };

export const initialValues = (email: string): PasswordValues => ({
  email,
  password: '',
  fromName: '',
  imapPassword: '',
  currentPassword: '',
  smtp: emptyServer,
  imap: emptyServer,
  readsReplies: true,
  dailyLimit: null,
});

/** An omitted value is found automatically, or keeps the value of the account. */
export function toRequest(values: PasswordValues): ConnectRequest {
  const { email, password, fromName, imapPassword, currentPassword, dailyLimit, readsReplies } = values;
  const smtp = serverFields(values.smtp);
  // With null, the service does not read the inbox.
  const imap = readsReplies ? serverFields(values.imap) : null;

  return {
    email: email.trim(),
    password,
    ...withoutEmpty({ fromName: fromName.trim(), currentPassword }),
    ...(smtp && { smtp }),
    ...(imap !== undefined && { imap }),
    ...(readsReplies && withoutEmpty({ imapPassword })),
    ...(dailyLimit !== null && { dailyLimit }),
  };
}

function serverFields({ host, port, secure, username }: ServerValues): ConnectRequest['smtp'] | undefined {
  const fields = {
    ...withoutEmpty({ host: host.trim(), username: username.trim() }),
    ...(port !== null && { port }),
    ...(secure !== 'default' && { secure: secure === 'tls' }),
  };

  return Object.keys(fields).length > 0 ? fields : undefined;
}
