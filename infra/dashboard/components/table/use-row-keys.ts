import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useListedShortcut, useShortcut } from '../page/shortcuts.ts';

/**
 * Moves the focus between the rows of a virtual list: j and k anywhere on the page, arrows, Home and End within the list. The
 * browser itself handles Enter on the focused link.
 * @param toggle selects a row with x; undefined if rows cannot be selected
 * @returns the handler of the keys within the list
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  count: number,
  toggle: ((index: number) => void) | undefined,
): (event: KeyboardEvent) => void {
  const lastFocusedIndex = useRef(-1);
  /** The row with the focus, otherwise the open row, or the row that this hook focused last; -1 before. */
  const currentIndex = (): number => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
    const isInList = focused && scroller.current?.contains(focused);
    const row = isInList
      ? focused
      : scroller.current?.querySelector<HTMLElement>('[data-index]:has([data-open])');

    return row ? Number(row.dataset['index']) : lastFocusedIndex.current;
  };
  const focusIndex = (index: number): void => {
    const target = Math.min(Math.max(index, 0), count - 1);
    lastFocusedIndex.current = target;
    virtualizer.scrollToIndex(target, { align: 'auto' });
    focusRow(scroller, target);
  };
  useShortcut('j', () => focusIndex(currentIndex() + 1), 'Next row');
  useShortcut('k', () => focusIndex(currentIndex() - 1), 'Previous row');
  useShortcut('x', () => currentIndex() >= 0 && toggle?.(currentIndex()), toggle && 'Select the row');
  useListedShortcut('Enter', 'Open the row');

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
