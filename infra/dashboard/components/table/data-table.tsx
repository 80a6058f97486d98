// biome-ignore-all lint/a11y/useSemanticElements: the rows of a virtual list are positioned one by one, unlike the rows of a table element.
import type { LinkProps } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { List } from '../../api/lists.ts';
import { ErrorState, Skeleton } from '../states.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { HeaderRow, TableRow } from './table-rows.tsx';
import { useRowKeys } from './use-row-keys.ts';
import './data-table.css';
import './table-cards.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A grid track; default `minmax(120px, 1fr)`. */
  readonly width?: string | undefined;
  readonly align?: 'end' | undefined;
  /** Hidden in the cards of narrow windows. */
  readonly isWideOnly?: boolean | undefined;
}

/** `const selection = useState(noSelection)`: the ids of the selected rows, which may be of rows that are not loaded. */
export type Selection = ReadonlySet<string>;

export const noSelection: Selection = new Set();

export interface DataTableProps<Row> {
  readonly label: string;
  /** From `useList`, or `staticList(rows)`. */
  readonly list: List<Row>;
  /** Keep them outside of the component, or memoise them. The first column is the name of the row. */
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** Makes the whole row a link. */
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  /** Buttons at the end of the row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly selection?: readonly [Selection, (selection: Selection) => void] | undefined;
  /** What the checkbox of the row selects, for screen readers; default the number of the row. */
  readonly rowName?: ((row: Row) => string) | undefined;
  readonly empty: ReactNode;
  /** In pixels; by default the table fills a `Page` with `isFilled`. */
  readonly maxHeight?: number | undefined;
}

const rowHeight = { table: 44, card: 116 };
/** The next page is read when this number of rows remains below the window. */
const loadAheadRows = 40;

/**
 * A list of any length: only visible rows are in the document. j and k move, Enter opens, x selects. In narrow windows each row
 * is a card.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, label, maxHeight } = props;
  const isLoading = list.rows.length === 0;
  if (isLoading) {
    if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
    if (!list.isPending && !list.hasMore) return props.empty;
  }

  return (
    // Stays, with its focus, while a filter loads other rows.
    <div
      role="group"
      aria-label={label}
      className="table-frame"
      style={{ maxHeight }}
      data-limited={maxHeight !== undefined || undefined}
      data-list
      tabIndex={-1}
    >
      {isLoading ? <LoadingTable {...props} /> : <FilledTable {...props} />}
    </div>
  );
}

function FilledTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, list, columns, rowId, rowLink, rowActions, rowName, selection } = props;
  const { rows } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 640px)');
  const idAt = (index: number) => rows[index] && rowId(rows[index]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? rowHeight.card : rowHeight.table),
    getItemKey: (index) => idAt(index) ?? index,
    overscan: 12,
    // A synchronous render at each scroll event would make scrolling slower.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  useLoadMore(list, items.at(-1)?.index ?? 0);
  const { selected, isAllSelected, toggle, toggleAll } = useSelection(props);
  const onKeyDown = useRowKeys({ scroller, virtualizer, count: rows.length, toggle });

  return (
    <div ref={scroller} className="table-scroller" data-narrow={isNarrow || undefined}>
      <div
        role="table"
        aria-label={label}
        // -1: the number of rows is not known yet.
        aria-rowcount={list.hasMore ? -1 : rows.length + 1}
        className="table"
        style={columnTracks(props)}
        onKeyDown={onKeyDown}
      >
        <HeaderRow
          {...props}
          isAllSelected={isAllSelected}
          isSomeSelected={selected.size > 0}
          onToggleAll={toggleAll}
        />
        <div role="rowgroup" className="table-body" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, key }) => (
            <TableRow
              key={key}
              {...{ columns, rowLink, rowActions, rowName, index, start }}
              // Only cards differ in height.
              ref={isNarrow ? virtualizer.measureElement : undefined}
              row={rows[index]}
              isSelectable={selection !== undefined}
              isSelected={selected.has(idAt(index) ?? '')}
              onToggle={toggle}
            />
          ))}
        </div>
      </div>
      <ListEnd list={list} />
    </div>
  );
}

function useSelection<Row>({ list, rowId, selection }: DataTableProps<Row>) {
  const [selected = noSelection, select] = selection ?? [];
  const ids = list.rows.map(rowId);
  const isAllSelected = selected.size > 0 && ids.every((id) => selected.has(id));
  const latest = useRef({ ids, selected, select });
  latest.current = { ids, selected, select };
  // Stays the same function, so that memoised rows are not rendered again.
  const toggle = useCallback((index: number) => {
    const { ids, selected, select } = latest.current;
    const id = ids[index];
    if (id !== undefined) select?.(selected.has(id) ? without(selected, [id]) : new Set([...selected, id]));
  }, []);
  const toggleAll = () => select?.(isAllSelected ? without(selected, ids) : new Set([...selected, ...ids]));

  return { selected, isAllSelected, toggle, toggleAll };
}

function without(selection: Selection, ids: readonly string[]): Selection {
  const removed = new Set(ids);

  return new Set([...selection].filter((id) => !removed.has(id)));
}

/** Widths of all columns for each row, because rows are positioned one by one and share no table layout. */
function columnTracks<Row>({ columns, selection, rowActions }: DataTableProps<Row>): CSSProperties {
  const tracks = columns.map(({ width = 'minmax(120px, 1fr)' }) => width);
  const gridTracks = [...(selection ? ['40px'] : []), ...tracks, ...(rowActions ? ['96px'] : [])];

  return { '--tracks': gridTracks.join(' '), '--min-width': `${leastWidth(gridTracks)}px` } as CSSProperties;
}

const rowPadding = 32;
const columnGap = 16;

/** Without it, long values would widen the table beyond its frame, where they should be cut. */
const leastWidth = (tracks: readonly string[]): number =>
  tracks.reduce((sum, track) => sum + Number.parseInt(track.replace('minmax(', ''), 10), rowPadding) +
  (tracks.length - 1) * columnGap;

function useLoadMore<Row>({ rows, hasMore, isLoadingMore, loadMore }: List<Row>, lastIndex: number): void {
  const isNearEnd = hasMore && !isLoadingMore && lastIndex >= rows.length - loadAheadRows;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);
}

function ListEnd<Row>({ list }: { readonly list: List<Row> }) {
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;

  return (
    <div className="table-end" role="status">
      {list.isLoadingMore && <span className="spinner" aria-hidden="true" />}
      {list.isLoadingMore ? 'Loading more' : ''}
    </div>
  );
}

function LoadingTable<Row>(props: DataTableProps<Row>) {
  // With filters, a page can be empty although a next one follows.
  useLoadMore(props.list, 0);

  return (
    <div className="table-scroller">
      <Skeleton lines={9} />
      <span className="visually-hidden">{`Loading ${props.label}`}</span>
    </div>
  );
}
