import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useListedShortcut, useShortcut } from '../page/shortcuts.ts';

interface RowKeys {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly count: number;
  /** Selects a row with x; undefined if rows cannot be selected. */
  readonly toggle?: ((index: number) => void) | undefined;
  /** The row that the page shows beside the list; its index is -1 if the list does not have it. */
  readonly openRow?: { readonly id: string | undefined; readonly index: number };
  /** A hidden list has no keys. */
  readonly isHidden?: boolean;
}

/**
 * Moves the focus between the rows of a virtual list: j and k anywhere on the page, arrows, Home and End within the list. The
 * browser itself handles Enter on the focused link.
 * @returns the handler of the keys within the list
 */
export function useRowKeys({
  scroller,
  virtualizer,
  count,
  toggle,
  openRow,
  isHidden = false,
}: RowKeys): (event: KeyboardEvent) => void {
  const lastFocusedIndex = useRef(-1);
  const focusedRow = (): HTMLElement | undefined => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');

    return row && scroller.current?.contains(row) ? row : undefined;
  };
  /** The row with the focus, otherwise the open row, or the row that this hook focused last; -1 before. */
  const currentIndex = (): number => {
    const row = focusedRow();
    if (row) return Number(row.dataset['index']);

    return openRow && openRow.index !== -1 ? openRow.index : lastFocusedIndex.current;
  };
  const focusIndex = (index: number): void => {
    const target = Math.min(Math.max(index, 0), count - 1);
    lastFocusedIndex.current = target;
    virtualizer.scrollToIndex(target, { align: 'auto' });
    focusRow(scroller, target);
    // In a low window, the page scrolls, too.
    scroller.current?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut(isHidden ? '' : 'j', () => focusIndex(currentIndex() + 1), isHidden ? undefined : 'Next row');
  useShortcut(
    isHidden ? '' : 'k',
    () => focusIndex(currentIndex() - 1),
    isHidden ? undefined : 'Previous row',
  );
  useShortcut('x', () => currentIndex() >= 0 && toggle?.(currentIndex()), toggle && 'Select the row');
  useListedShortcut('Enter', isHidden ? undefined : 'Open the row');
  const showOpenRow = useEffectEvent((): void => {
    if (!openRow || openRow.index === -1 || isHidden) return;
    if (focusedRow()) focusIndex(openRow.index);
    else virtualizer.scrollToIndex(openRow.index, { align: 'auto' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes of the list do not scroll it.
  useEffect(() => showOpenRow(), [openRow?.id]);

  return (event) => {
    const target = targetIndex(event.key, currentIndex(), count);
    if (target === undefined) return;
    event.preventDefault();
    focusIndex(target);
  };
}

function targetIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1;
  if (key === 'ArrowUp') return index - 1;
  if (key === 'Home') return 0;

  return key === 'End' ? count - 1 : undefined;
}

/** Waits for a row that was outside of the window: the list renders it some frames later. */
function focusRow(scroller: RefObject<HTMLElement | null>, index: number, framesLeft = 10): void {
  const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (row) (row.querySelector<HTMLElement>('.table-link') ?? row).focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusRow(scroller, index, framesLeft - 1));
}
