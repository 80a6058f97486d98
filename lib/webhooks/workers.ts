import * as z from 'zod/mini';
import { idSchema } from '#lib/http/schemas.ts';
import { queueWorker } from '#lib/runtime/worker.ts';

/** One attempt to tell one webhook of one event. The event's bytes stay in the table. */
export const DeliveryCall = z.object({
  workspaceId: idSchema('wsp'),
  webhookId: idSchema('whk'),
  eventId: idSchema('evt'),
  /** Whose partition holds the event. */
  subjectId: z.union([idSchema('con'), idSchema('cmp')]),
  attempt: z.int(),
  /** Epoch milliseconds. Absolute, so that hops through the queue neither add up nor arrive early. */
  dueAt: z.int(),
});
export type DeliveryCall = z.infer<typeof DeliveryCall>;

export const webhookWorkers = {
  deliver: queueWorker({
    queue: 'deliveries',
    summary: 'Posts one signed event to one webhook',
    needs: ['table:write', 'deliveries:send', 'secrets:seal', 'network:outbound'],
    impact: 'webhook subscribers stop receiving events',
    batchSize: 10,
    timeoutSeconds: 60,
    message: DeliveryCall,
  }),
};
