/** A mail server's refusal of an account, whichever mail it was asked for. `smtpCode`: null when it said nothing. */
export type SendFailure = {
  readonly kind: 'auth' | 'rate' | 'quota' | 'unreachable' | 'limit_exceeded' | 'sender_refused';
  readonly smtpCode: number | null;
};
