import type { Change } from '#lib/commit/change.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import type { JobMessage } from '#lib/values/queues.ts';

export interface JobServices extends Services {
  readonly jobs: Queue<JobMessage>;
}

/** Why a job ended before its work was done. */
interface JobFailure {
  readonly code: string;
  readonly message: string;
}

/** What a chunk changes of its job. */
export interface Progress {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** Epoch milliseconds before which the next chunk does not begin. At most 15 minutes ahead, the longest delay of a message. */
  readonly notBefore?: number;
  /** The job ends with this chunk. */
  readonly end?: 'done' | JobFailure;
}

export type JobChange = Omit<Change<unknown>, 'result'>;

/**
 * Commits a change and the progress of the job in one transaction. The progress is its first write.
 * @throws TransactionRefused if another condition of the change failed
 */
export type CommitChunk = (change: JobChange, progress: Progress) => Promise<void>;

/** The next piece of work of a job. */
export interface Chunk<Element = unknown> {
  /** What the chunk may process. Empty if the work cannot be divided. */
  readonly elements: readonly Element[];
  /**
   * Processes the first of these elements, at least one, and commits once. Planned again if a condition of the change fails. Work
   * outside of this transaction must be idempotent.
   */
  apply(elements: readonly Element[], commit: CommitChunk): Promise<void>;
  /** Commits that this element cannot be processed. Without it, the element counts as a failed attempt. */
  skip?(element: Element, error: unknown, commit: CommitChunk): Promise<void>;
}

/** How the jobs of one kind work. `Ports` are the services that it needs. */
export interface JobDescription<Ports> {
  readonly kind: string;
  /**
   * The chunks of a job with `cancelledAt` change nothing and lead to its end.
   * @param job the stored item of the job, with strong consistency
   */
  readonly nextChunk: (services: Ports, job: Item) => Promise<Chunk>;
  /**
   * The failure of a job with three failed attempts at a chunk. Reads single attributes, because the item may be damaged. Without
   * it, the job never fails: it is tried again after 14 minutes.
   */
  readonly failureOf?: (job: Item) => JobFailure;
  /** What is committed with this failure. */
  readonly abandon?: (services: Ports, job: Item) => Promise<JobChange>;
  /** Runs after the chunks of each run, and after the end. */
  readonly afterRun?: (services: Ports, job: Item) => Promise<void>;
}
