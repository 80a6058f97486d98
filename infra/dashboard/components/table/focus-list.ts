/** Moves the focus to the list of the page, so that Tab continues at its rows. Without a list, the focus stays. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>('main [data-list]');
  list?.focus({ preventScroll: true });
  list?.scrollIntoView({ block: 'nearest' });
}
