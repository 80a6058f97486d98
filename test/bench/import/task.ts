/** What a process of the bench is to do, in turn; after each it tells what came of it. */
export type Task =
  | { readonly kind: 'accept'; readonly apiKey: string; readonly rows: number; readonly domain: string }
  | {
      readonly kind: 'work';
      readonly workspaceId: string;
      readonly importId: string;
      readonly lanes: readonly number[];
    }
  | { readonly kind: 'prepare bound'; readonly rows: number; readonly domain: string }
  | { readonly kind: 'bound' };

export interface Outcome {
  readonly importId?: string;
  readonly seconds: number;
  /** The most that the process has had so far, in megabytes. */
  readonly peakMb: number;
}
