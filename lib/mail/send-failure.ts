/** A mail server's rejection of an account, independent of the email. `smtpCode` is null without a response. */
export type SendFailure = {
  readonly kind: 'auth' | 'rate' | 'quota' | 'unreachable' | 'limit_exceeded' | 'sender_refused';
  readonly smtpCode: number | null;
};
