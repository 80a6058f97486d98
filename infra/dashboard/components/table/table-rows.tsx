// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned one by one, unlike the rows of a table element.
// biome-ignore-all lint/a11y/useFocusableInteractive: only the links and boxes of a table take the focus.
import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import type { DataTableProps } from './data-table.tsx';
import './table-checkbox.css';

/** Cards have not all cells, so screen readers cannot count them. */
const columnIndex = (position: number, isSelectable: boolean): number => position + (isSelectable ? 2 : 1);

interface HeaderRowProps<Row> extends DataTableProps<Row> {
  readonly isAllSelected: boolean;
  readonly isSomeSelected: boolean;
  readonly onToggleAll: () => void;
}

export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const { columns, selection, rowActions, isAllSelected, isSomeSelected, onToggleAll } = props;

  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-row">
        {selection && (
          <div role="columnheader" aria-colindex={1} className="table-cell">
            <input
              type="checkbox"
              className="checkbox"
              aria-label="Select all loaded rows"
              checked={isAllSelected}
              ref={(box) => {
                if (box) box.indeterminate = isSomeSelected && !isAllSelected;
              }}
              onChange={onToggleAll}
            />
          </div>
        )}
        {columns.map(({ id, header, align }, position) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={columnIndex(position, selection !== undefined)}
            className="table-cell"
            data-align={align}
          >
            {header}
          </div>
        ))}
        {rowActions && (
          <div
            role="columnheader"
            aria-colindex={columnIndex(columns.length, selection !== undefined)}
            className="table-cell"
          >
            <span className="visually-hidden">Actions</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface TableRowProps<Row>
  extends Pick<DataTableProps<Row>, 'columns' | 'rowActions' | 'rowLink' | 'rowName'> {
  /** Undefined while a shorter list is rendered for the first time. */
  readonly row: Row | undefined;
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly start: number;
  readonly isSelectable: boolean;
  readonly isSelected: boolean | undefined;
  readonly onToggle: (index: number) => void;
  readonly ref: Ref<HTMLDivElement> | undefined;
}

/** Rendered again only if its own properties change: rows that stay visible cost nothing while the list scrolls. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { columns, rowActions, rowLink, rowName, row, index, start, isSelected, ref } = props;
  if (row === undefined) return null;
  const link = rowLink?.(row);

  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      data-link={link !== undefined || undefined}
      className="table-row"
      style={{ transform: `translateY(${start}px)` }}
      tabIndex={link ? undefined : -1}
    >
      {props.isSelectable && (
        <SelectCell
          name={rowName?.(row) ?? `row ${index + 1}`}
          isSelected={isSelected}
          onToggle={() => props.onToggle(index)}
        />
      )}
      {columns.map(({ id, header, cell, align, isWideOnly }, position) => (
        <div
          key={id}
          role="cell"
          aria-colindex={columnIndex(position, props.isSelectable)}
          className="table-cell"
          data-align={align}
          data-wide={isWideOnly || undefined}
        >
          {position > 0 && (
            <span className="table-card-label" aria-hidden="true">
              {header}
            </span>
          )}
          {position === 0 && link ? (
            <Link {...link} className="table-link">
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </div>
      ))}
      {rowActions && (
        <div
          role="cell"
          aria-colindex={columnIndex(columns.length, props.isSelectable)}
          className="table-cell table-actions"
        >
          {rowActions(row)}
        </div>
      )}
    </div>
  );
}

interface SelectCellProps extends Pick<TableRowProps<unknown>, 'isSelected'> {
  readonly name: string;
  readonly onToggle: () => void;
}

const SelectCell = ({ name, isSelected, onToggle }: SelectCellProps) => (
  <div role="cell" aria-colindex={1} className="table-cell table-select">
    <input
      type="checkbox"
      className="checkbox"
      aria-label={`Select ${name}`}
      checked={isSelected}
      onChange={onToggle}
    />
  </div>
);
