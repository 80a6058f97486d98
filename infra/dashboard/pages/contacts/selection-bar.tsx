import { useMemo, useState } from 'react';
import type { List } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/number.tsx';
import { ClearSelection } from '../../components/table/clear-selection.tsx';
import { noSelection, type Selection } from '../../components/table/data-table.tsx';
import { ListCount } from '../../components/table/list-count.tsx';
import { BulkMenu } from './bulk/bulk-menu.tsx';
import type { BulkTarget } from './bulk/bulk-target.ts';
import { type Contact, type ContactFilter, contactCountText, useContactCount } from './queries.ts';

/**
 * The chosen contacts: selected rows, or all contacts that match. Then all loaded rows are selected, and a change of one row
 * ends the choice of all.
 */
export function useContactChoice(filters: ContactFilter, { rows }: List<Contact>) {
  const [selection, setSelection] = useState(noSelection);
  // The filters at the click on “Choose all”. If the filters change, the choice no longer applies.
  const [chosenFilters, setChosenFilters] = useState<ContactFilter>();
  const areAllChosen =
    chosenFilters !== undefined && JSON.stringify(chosenFilters) === JSON.stringify(filters);
  const loaded = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);

  return {
    areAllChosen,
    selection: areAllChosen ? loaded : selection,
    select: (next: Selection): void => {
      setSelection(next);
      setChosenFilters(undefined);
    },
    chooseAll: () => setChosenFilters(filters),
  };
}

interface SelectionBarProps {
  readonly list: List<Contact>;
  readonly filters: ContactFilter;
  readonly choice: ReturnType<typeof useContactChoice>;
  readonly canChange: boolean;
}

/** The number of contacts, or of chosen contacts with the actions on them. */
export function SelectionBar({ list, filters, choice, canChange }: SelectionBarProps) {
  const { areAllChosen, selection, select, chooseAll } = choice;
  const total = useContactCount(filters, list);
  const selected = areAllChosen ? allSelectedText(total) : `${formatNumber(selection.size)} selected`;
  const status = (
    <span role="status" className="visually-hidden">
      {selection.size === 0 ? '' : selected}
    </span>
  );
  if (selection.size === 0) {
    return (
      <>
        {status}
        <ListCount list={list} noun="contact" total={total && contactCountText(total)} />
        {canChange && list.rows.length > 0 && (
          <Button variant="quiet" onClick={chooseAll}>
            Choose all
          </Button>
        )}
      </>
    );
  }
  const target: BulkTarget = areAllChosen
    ? { kind: 'filter', filter: filters, total }
    : { kind: 'selection', contactIds: [...selection] };

  return (
    <>
      {status}
      <span aria-hidden="true">{selected}</span>
      {!areAllChosen && (
        <Button variant="quiet" onClick={chooseAll}>
          Choose all that match
        </Button>
      )}
      <BulkMenu target={target} />
      <ClearSelection select={select} label="Clear" />
    </>
  );
}

function allSelectedText(total: ReturnType<typeof useContactCount>): string {
  if (total === undefined) return 'All selected';

  return total.isExact
    ? `All ${formatNumber(total.count)} selected`
    : `All selected, ${contactCountText(total)}`;
}
