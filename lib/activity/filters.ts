import type { ActivityFilters } from '#lib/activity/activity.ts';
import type { ActivityQuery } from '#lib/activity/routes.ts';
import type { PageRequest } from '#lib/http/page.ts';
import { EventKind } from '#lib/values/event-kind.ts';

/** Parses the query. Kinds are sorted and unique, so a cursor stays valid if the client reorders them. */
export function readFilters({ type, includeBots, ...query }: ActivityQuery): PageRequest & ActivityFilters {
  return {
    ...query,
    ...(type !== undefined && {
      type: [...new Set(type.split(','))].sort().map((kind) => EventKind.parse(kind)),
    }),
    includeBots: includeBots === 'true',
  };
}
