/** Somebody, or something, that follows a link of a mail. */
export interface Visit {
  /** Empty when it cannot be a token, for example because it is too long: only the endpoint knows what its visitor gets then. */
  readonly token: string;
  /** The host that the request was sent to, in lower case, as the gateway has it: not a header of the caller's choice. */
  readonly host: string;
  /** Whether that is the name that the gateway gave the API. */
  readonly isDefaultEndpoint: boolean;
  readonly isHead: boolean;
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined;
  /** The posted form, byte for byte. Empty when it is longer than `formBytesMax`. */
  readonly form: string;
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
}
