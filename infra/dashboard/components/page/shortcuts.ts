import { useEffect, useEffectEvent } from 'react';

export const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);

/**
 * Calls `run` when the key is pressed outside of text fields and open dialogs. `mod` is ⌘ on Apple devices and Ctrl elsewhere.
 * Keys with `mod` also work in text fields.
 * @param keys a key such as `j`, or `mod+k`
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const needsMod = keys.startsWith('mod+');
    if (event.key !== keys.replace('mod+', '') || event.defaultPrevented || event.altKey) return;
    const hasMod = isApple ? event.metaKey : event.ctrlKey;
    const isAllowed = needsMod ? hasMod : !event.ctrlKey && !event.metaKey && !isTyping(event.target);
    if (!isAllowed) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);

    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]',
    ) !== null);
