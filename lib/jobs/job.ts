import * as z from 'zod/mini';

/** The ids that build the keys of a job. */
export interface JobRef {
  readonly workspaceId: string;
  readonly id: string;
}

/** The attributes that all jobs have. A kind adds its own. */
export const storedJob = {
  workspaceId: z.string(),
  id: z.string(),
  /** Determines the description. */
  kind: z.string(),
  /** Whether only two jobs of the kind run at a time in a workspace, and the others wait. */
  isQueued: z.optional(z.literal(true)),
  createdAt: z.string(),
  /** Number of committed chunks. Each chunk has the condition that it is unchanged. */
  chunks: z.int(),
  /** Failed attempts at the next chunk. */
  attempts: z.optional(z.int()),
  /** Epoch milliseconds before which the next chunk does not begin. */
  notBefore: z.optional(z.int()),
  startedAt: z.optional(z.string()),
  cancelledAt: z.optional(z.string()),
  endedAt: z.optional(z.string()),
  /** Why it ended before its work was done. */
  failure: z.optional(z.object({ code: z.string(), message: z.string(), occurredAt: z.string() })),
};

export const StoredJob = z.object(storedJob);
export type StoredJob = z.infer<typeof StoredJob>;
