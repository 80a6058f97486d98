import type { Schemas } from '../../../api/client.ts';
import { countOf } from '../../../components/number.tsx';
import { type ContactCount, type ContactFilter, contactCountText } from '../queries.ts';

/** The contacts of a bulk job: selected ones, or all that match filters. */
export type BulkTarget =
  | { readonly kind: 'selection'; readonly contactIds: readonly string[] }
  | {
      readonly kind: 'filter';
      readonly filter: ContactFilter;
      /** Undefined until it is known. */
      readonly total: ContactCount | undefined;
    };

/** The contacts of a campaign that does not exist yet, in the state of its page. */
export interface Recipients extends Pick<Schemas['NewBulkJob'], 'filter' | 'contactIds'> {
  /** Such as “the contacts of the import”. */
  readonly text: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    recipients?: Recipients;
  }
}

/** The contacts of a request. */
export const contactsOf = (target: BulkTarget) =>
  target.kind === 'filter' ? { filter: target.filter } : { contactIds: [...target.contactIds] };

/** A request has at most this many ids. */
const contactIdsMax = 1000;

export const describeTarget = (target: BulkTarget): string => {
  if (target.kind === 'selection') return countOf(target.contactIds.length, 'selected contact');
  const { filter, total } = target;
  const contacts = total ? contactCountText(total) : 'contacts';
  const quantity = total && (total.count === 1 || !total.isExact) ? contacts : `all ${contacts}`;

  return Object.keys(filter).length === 0 ? quantity : `${quantity} matching the filters`;
};

/** Why a job of the target cannot be created; undefined if it can. */
export function targetError(target: BulkTarget, isDeletion: boolean): string | undefined {
  if (target.kind === 'selection') {
    return target.contactIds.length > contactIdsMax
      ? `Select at most ${countOf(contactIdsMax, 'contact')}, or choose all that match the filters.`
      : undefined;
  }

  return isDeletion && Object.keys(target.filter).length === 0
    ? 'A job cannot delete all contacts. Set a filter first.'
    : undefined;
}
