import * as z from 'zod/mini';
import { eventData } from '#lib/activity/event-data.ts';
import { Timestamp } from '#lib/values/schemas.ts';
import { deliveredKinds } from '../../../../infra/openapi/webhooks.ts';

const Envelope = z.strictObject({ event: z.enum(deliveredKinds), timestamp: Timestamp, data: z.unknown() });

/** Faults in the body of a delivery; empty when it is valid. */
export function payloadFaults(body: unknown): string[] {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return [z.prettifyError(envelope.error)];
  const { event, data } = envelope.data;
  const { error } = eventData[event].safeParse(data);

  return error ? [`${event}: ${z.prettifyError(error)}`] : [];
}
