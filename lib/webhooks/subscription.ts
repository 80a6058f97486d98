import * as z from 'zod/mini';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { distinct } from '#lib/values/schemas.ts';

const allKinds = '*';

export const SubscribedKind = z.enum([...eventKinds, allKinds]);

/** `["*"]` covers all kinds, including future ones. */
export const Subscription = z.array(SubscribedKind).check(
  z.minLength(1),
  z.maxLength(eventKinds.length, { abort: true }),
  ...distinct('type'),
  z.refine(
    (kinds) => kinds.length === 1 || !kinds.includes(allKinds),
    'must not have other types if it has "*"',
  ),
);

export function isSubscribed(
  { events }: { readonly events: z.infer<typeof Subscription> },
  kind: EventKind,
): boolean {
  return events.includes(kind) || events.includes(allKinds);
}
