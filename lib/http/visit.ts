/** A request for a link of an email. */
export interface Visit {
  /** Empty for an invalid token, for example a token that is too long. The endpoint decides on the response. */
  readonly token: string;
  /** The host that the visitor used, in lower case: the gateway's, or the host that a proxy names. */
  readonly host: string;
  /** Whether the host is the API's default execute-api domain. */
  readonly isDefaultEndpoint: boolean;
  /** Whether the method is HEAD. */
  readonly isHead: boolean;
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined;
  /** The posted form, unchanged. Empty when it is too long. */
  readonly form: string;
  /** The gateway's time of the request, epoch milliseconds. */
  readonly receivedAt: number;
}
