import { useEffect, useEffectEvent } from 'react';

export const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);

/**
 * Calls `run` on a key that is pressed outside of text fields and open dialogs. `mod` is ⌘ on Apple devices and Ctrl elsewhere,
 * and works in text fields too.
 * @param keys a key such as `j`, or `mod+k`
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const hasMod = isApple ? event.metaKey : event.ctrlKey;
    const isMod = keys.startsWith('mod+');
    if (event.key !== keys.replace('mod+', '') || event.defaultPrevented || event.altKey) return;
    if (isMod ? !hasMod : hasMod || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
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
