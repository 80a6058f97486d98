/**
 * What one conversation with a foreign server may take, whatever the server sends. Each connection has one: there is no
 * way to open a connection without it (OWASP API4:2023, unrestricted resource consumption).
 */
export interface ConversationBudget {
  /**
   * Bytes received on the wire. TLS only adds to the bytes inside it, so this also limits what a library reads, and it
   * counts records that have no content.
   */
  readonly bytes: number;
  /** From the open connection to its end, in milliseconds. */
  readonly timeMs: number;
  /** Processor time that the received bytes take in this thread, in milliseconds. */
  readonly processorMs: number;
}
