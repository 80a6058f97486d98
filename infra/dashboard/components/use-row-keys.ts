import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useShortcut } from '../app/shortcuts.ts';

/**
 * Moves the focus between the rows of a virtual list: j and k anywhere on the page, arrows, Home and End within the list. Enter
 * follows the focused link itself.
 * @returns the handler of the keys within the list
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  count: number,
  toggle: (index: number) => void,
): (event: KeyboardEvent) => void {
  const last = useRef(-1);
  const current = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');

    return row && scroller.current?.contains(row) ? Number(row.dataset['index']) : last.current;
  };
  const focus = (index: number): void => {
    const target = Math.min(Math.max(index, 0), count - 1);
    last.current = target;
    virtualizer.scrollToIndex(target, { align: 'auto' });
    focusRow(scroller, target);
  };
  useShortcut('j', () => focus(current() + 1));
  useShortcut('k', () => focus(current() - 1));
  useShortcut('x', () => current() >= 0 && toggle(current()));

  return (event) => {
    const target = targetOf(event.key, current(), count);
    if (target === undefined) return;
    event.preventDefault();
    focus(target);
  };
}

function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1;
  if (key === 'ArrowUp') return index - 1;
  if (key === 'Home') return 0;

  return key === 'End' ? count - 1 : undefined;
}

/** A row that was outside of the window is in the document some frames later. */
function focusRow(scroller: RefObject<HTMLElement | null>, index: number, framesLeft = 10): void {
  const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (row) (row.querySelector<HTMLElement>('.table-link') ?? row).focus({ preventScroll: true });
  else if (framesLeft > 0) requestAnimationFrame(() => focusRow(scroller, index, framesLeft - 1));
}
