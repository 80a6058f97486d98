import { formatNumber } from '../../../components/number.tsx';
import type { ContactFilter } from '../queries.ts';

/** The contacts of a bulk job: selected ones, or all that match filters. */
export type BulkTarget =
  | { readonly kind: 'selection'; readonly contactIds: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: ContactFilter };

/** A request has at most this many ids. */
const contactIdsMax = 1000;

export const describeTarget = (target: BulkTarget): string => {
  if (target.kind === 'selection') {
    const { length } = target.contactIds;

    return length === 1 ? '1 selected contact' : `${formatNumber(length)} selected contacts`;
  }

  return Object.keys(target.filter).length === 0 ? 'all contacts' : 'all contacts that match the filters';
};

/** Why a job of the target cannot be created; undefined if it can. */
export function targetError(target: BulkTarget, isDeletion: boolean): string | undefined {
  if (target.kind === 'selection') {
    return target.contactIds.length > contactIdsMax
      ? `Select at most ${formatNumber(contactIdsMax)} contacts, or choose all that match the filters.`
      : undefined;
  }

  return isDeletion && Object.keys(target.filter).length === 0
    ? 'A job cannot delete all contacts. Set a filter first.'
    : undefined;
}
