import type { ActivityFilters } from '#lib/activity/activity.ts';
import type { ActivityQuery } from '#lib/activity/routes.ts';
import type { PageRequest } from '#lib/http/page.ts';
import { EventKind } from '#lib/values/event-kind.ts';

/** What a query string asks for. Kinds come once each and in one order, so that a cursor outlives their being shuffled. */
export function readFilters({ type, includeBots, ...query }: ActivityQuery): PageRequest & ActivityFilters {
  return {
    ...query,
    ...(type !== undefined && {
      type: [...new Set(type.split(','))].sort().map((kind) => EventKind.parse(kind)),
    }),
    includeBots: includeBots === 'true',
  };
}
