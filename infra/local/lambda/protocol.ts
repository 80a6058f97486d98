import type { ClockBuffer } from '../clock.ts';
import type { Caller } from '../iam/permission-check.ts';

/** Start parameters of a function's thread. */
export interface ThreadSetup {
  readonly clock: ClockBuffer;
  readonly codeFolder: string;
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** Like a Unix nice value: 0 to 19. */
  readonly priority: number;
  /** Identity for calls to AWS services. */
  readonly caller: Caller;
}

/** Events and results are JSON text, as on Lambda: values that JSON cannot represent are lost. */
export interface InvokeMessage {
  readonly requestId: string;
  readonly eventJson: string;
  readonly timeoutMs: number;
}

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** Messages of a function's thread: `ready` or `error` after the init, then an `answer` or `error` for each event. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answerJson: string }
  | { readonly kind: 'error'; readonly error: FunctionError };

/**
 * The result of an invocation. A function that throws, crashes or times out gives an `error`. `refused`: the function was not
 * invoked.
 */
export type InvocationResult =
  | { readonly kind: 'answer'; readonly payload: unknown }
  | { readonly kind: 'error'; readonly error: FunctionError }
  | { readonly kind: 'refused'; readonly reason: string };
