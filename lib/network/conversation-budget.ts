/**
 * Resource limits of one conversation with an external server. Every connection requires one (OWASP API4:2023, unrestricted
 * resource consumption).
 */
export interface ConversationBudget {
  /**
   * Bytes received on the wire. TLS adds bytes to its content, so this also limits what a library reads. It also counts TLS
   * records without content.
   */
  readonly bytes: number;
  /** From the established connection to its end, in milliseconds. */
  readonly timeMs: number;
  /** Processor time of this thread for received bytes, in milliseconds. */
  readonly processorMs: number;
}
