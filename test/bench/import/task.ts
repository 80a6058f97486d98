/** Tasks of a process of the benchmark, executed in sequence. Each returns its outcome. */
export type Task =
  | { readonly kind: 'accept'; readonly apiKey: string; readonly rows: number; readonly domain: string }
  | { readonly kind: 'work'; readonly workspaceId: string; readonly importId: string }
  | { readonly kind: 'prepare bound'; readonly rows: number; readonly domain: string }
  | { readonly kind: 'bound' };

export interface Outcome {
  readonly importId?: string;
  readonly seconds: number;
  /** Peak memory of the process so far, in megabytes. */
  readonly peakMb: number;
}
