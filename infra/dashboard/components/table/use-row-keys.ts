import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useShortcut } from '../page/shortcuts.ts';

/**
 * Moves the focus between the rows of a virtual list: j and k anywhere on the page, arrows, Home and End within the list. The
 * browser itself handles Enter on the focused link.
 * @returns the handler of the keys within the list
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  count: number,
  toggle: (index: number) => void,
): (event: KeyboardEvent) => void {
  const lastFocusedIndex = useRef(-1);
  /** The row with the focus, otherwise the row that this hook focused last; -1 before. */
  const currentIndex = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');

    return row && scroller.current?.contains(row) ? Number(row.dataset['index']) : lastFocusedIndex.current;
  };
  const focusIndex = (index: number): void => {
    const target = Math.min(Math.max(index, 0), count - 1);
    lastFocusedIndex.current = target;
    virtualizer.scrollToIndex(target, { align: 'auto' });
    focusRow(scroller, target);
  };
  useShortcut('j', () => focusIndex(currentIndex() + 1));
  useShortcut('k', () => focusIndex(currentIndex() - 1));
  useShortcut('x', () => currentIndex() >= 0 && toggle(currentIndex()));

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
