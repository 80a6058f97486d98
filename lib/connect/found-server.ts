/** A mail server that was found or given, before any login. */
export interface FoundServer {
  readonly host: string;
  readonly port: number;
  /** Implicit TLS. */
  readonly secure: boolean;
}
