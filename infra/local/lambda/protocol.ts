import type { ClockBuffer } from '../clock.ts';
import type { Caller } from '../iam/judge.ts';

/** What a function's thread is given when it starts. */
export interface ThreadSetup {
  readonly clock: ClockBuffer;
  readonly codeFolder: string;
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** As of a Unix process: 0 to 19. */
  readonly priority: number;
  /** As whom it calls services. */
  readonly caller: Caller;
}

/** Events and answers travel as JSON text, as on Lambda: what JSON cannot carry is lost here, too. */
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

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answerJson: string }
  | { readonly kind: 'error'; readonly error: FunctionError };

export type InvocationResult =
  | { readonly kind: 'answer'; readonly payload: unknown }
  | { readonly kind: 'error'; readonly error: FunctionError };
