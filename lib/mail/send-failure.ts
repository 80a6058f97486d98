/**
 * An error of an account or its server, independent of the email. `smtpCode` is null without a response.
 * - `auth`: the login was rejected; `sender_refused`: the account may not send from its address
 * - `rate`: too many emails or logins for now; `quota`: the daily limit of the provider is reached
 * - `unreachable`: no usable connection, or a temporary failure; `limit_exceeded`: the server sent more data than a session may
 *   receive
 * - `rejected`: emails to several recipients in a row were rejected; `unconfirmed`: the connection was lost after each of them
 * - `reported`: delivery reports of several recipients blame the sender for the same cause
 */
export type SendFailure = {
  readonly kind:
    | 'auth'
    | 'rate'
    | 'quota'
    | 'unreachable'
    | 'limit_exceeded'
    | 'sender_refused'
    | 'rejected'
    | 'unconfirmed'
    | 'reported';
  readonly smtpCode: number | null;
  /** Absent without a reply, and for a reply to a login, because it may repeat credentials. */
  readonly serverReply?: string;
  /** The setting that a rejected login requires; null or absent if the reply names none. */
  readonly settingToChange?: string | null;
};
