import { useState } from 'react';
import type { List } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import type { Selection } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/number.tsx';
import { BulkMenu } from './bulk/bulk-menu.tsx';
import type { Contact, ContactFilter } from './queries.ts';

interface SelectionBarProps {
  readonly list: List<Contact>;
  readonly filters: ContactFilter;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly canChange: boolean;
}

/** How many contacts are chosen, and the actions on them: selected rows, or everything that matches the filters. */
export function SelectionBar({ list, filters, selection, onSelect, canChange }: SelectionBarProps) {
  const [chosenFilters, setChosenFilters] = useState<ContactFilter>();
  const contactIds = Object.keys(selection);
  const isAll = chosenFilters !== undefined && JSON.stringify(chosenFilters) === JSON.stringify(filters);
  const clear = (): void => {
    onSelect({});
    setChosenFilters(undefined);
  };
  if (!isAll && contactIds.length === 0) {
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
        {isAll ? 'All that match are chosen' : `${formatNumber(contactIds.length)} selected`}
      </span>
      {!isAll && (
        <Button variant="quiet" onClick={() => setChosenFilters(filters)}>
          Choose all that match
        </Button>
      )}
      <BulkMenu target={isAll ? { kind: 'filter', filter: filters } : { kind: 'selection', contactIds }} />
      <Button variant="quiet" onClick={clear}>
        Clear
      </Button>
    </>
  );
}
