import { useState } from 'react';
import type { List } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/number.tsx';
import { noSelection, type Selection } from '../../components/table/data-table.tsx';
import { BulkMenu } from './bulk/bulk-menu.tsx';
import type { Contact, ContactFilter } from './queries.ts';

interface SelectionBarProps {
  readonly list: List<Contact>;
  readonly filters: ContactFilter;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly canChange: boolean;
}

/** The number of chosen contacts and the actions on them. Either selected rows are chosen, or all contacts that match. */
export function SelectionBar({ list, filters, selection, onSelect, canChange }: SelectionBarProps) {
  // The filters at the click on “Choose all”. If the filters change, the choice no longer applies.
  const [chosenFilters, setChosenFilters] = useState<ContactFilter>();
  const contactIds = [...selection];
  const areAllChosen =
    chosenFilters !== undefined && JSON.stringify(chosenFilters) === JSON.stringify(filters);
  const clear = (): void => {
    onSelect(noSelection);
    setChosenFilters(undefined);
  };
  if (!areAllChosen && contactIds.length === 0) {
    return (
      <>
        <span className="muted">
          {`${formatNumber(list.rows.length)}${list.hasMore ? '+' : ''} contacts`}
        </span>
        {canChange && list.rows.length > 0 && (
          <Button variant="quiet" onClick={() => setChosenFilters(filters)}>
            Choose all
          </Button>
        )}
      </>
    );
  }

  return (
    <>
      <span role="status">
        {areAllChosen ? 'All that match are chosen' : `${formatNumber(contactIds.length)} selected`}
      </span>
      {!areAllChosen && (
        <Button variant="quiet" onClick={() => setChosenFilters(filters)}>
          Choose all that match
        </Button>
      )}
      <BulkMenu
        target={areAllChosen ? { kind: 'filter', filter: filters } : { kind: 'selection', contactIds }}
      />
      <Button variant="quiet" onClick={clear}>
        Clear
      </Button>
    </>
  );
}
