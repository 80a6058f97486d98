import * as z from 'zod/mini';
import { EventKind, trackedActions } from '#lib/values/event-kind.ts';
import { queueNames, queues } from '#lib/values/queues.ts';

/* Separate from the keys: every commit writes such items, but only publishing parses them. */

const optionalId = z.optional(z.string());

/** A queue message without its workspace, which publishing adds. */
const StoredMessage = z.object({ queue: z.enum(queueNames), message: z.record(z.string(), z.unknown()) });

/**
 * The data of a transaction's events that publishing needs, so that it does not read the events. Publishing must know each
 * attribute and each message, or it would delete a record of a later version without its effects.
 */
export const OutboxItem = z
  .strictObject({
    pk: z.string(),
    sk: z.string(),
    workspaceId: z.string(),
    events: z.array(
      z.strictObject({
        id: z.string(),
        type: EventKind,
        subjectId: z.string(),
        campaignId: optionalId,
        emailAccountId: optionalId,
        variantId: optionalId,
        stepId: optionalId,
        /** `idCode` of the variant. */
        variant: optionalId,
        /** As in `NewEvent`. */
        isFirst: z.optional(z.boolean()),
        tracked: z.optional(z.array(z.enum(trackedActions))),
        /** Published before, and now to be subtracted from the counters. */
        isRetracted: z.optional(z.boolean()),
      }),
    ),
    increments: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
    messages: z.optional(z.array(StoredMessage)),
    changedCompanyIds: z.optional(z.array(z.string())),
    /** Failed attempts to publish the record. */
    tries: z.optional(z.int()),
  })
  .check(
    z.refine(({ workspaceId, messages = [] }) =>
      messages.every(
        ({ queue, message }) => queues[queue].message.safeParse({ ...message, workspaceId }).success,
      ),
    ),
  );
export type OutboxItem = z.infer<typeof OutboxItem>;
