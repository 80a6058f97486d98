import type { List } from '../../api/lists.ts';
import { countOf, formatNumber, pluralOf } from '../number.tsx';

interface ListCountProps {
  readonly list: List<unknown>;
  /** Singular, such as “contact”. */
  readonly noun: string;
  /** The text of the whole number, if it is known. */
  readonly total?: string | undefined;
}

/**
 * Such as “12 contacts”, or “100+ contacts” while a long list is not loaded to its end. Empty before the list is known.
 * Screen readers read each new number.
 */
export function ListCount({ list, noun, total }: ListCountProps) {
  const { rows, hasMore, isPending, error } = list;
  const { length } = rows;
  const isKnown = !isPending && (length > 0 || !(hasMore || error));
  const loaded = hasMore ? `${formatNumber(length)}+ ${pluralOf(noun)}` : countOf(length, noun);

  return (
    <span className="muted" role="status">
      {isKnown && (total ?? loaded)}
    </span>
  );
}
