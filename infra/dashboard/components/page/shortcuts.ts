import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);

/**
 * Calls `run` when the key is pressed outside of text fields and open dialogs. `mod` is ⌘ on Apple devices and Ctrl elsewhere.
 * Keys with `mod` also work in text fields.
 * @param keys a key such as `j`, or `mod+k`
 * @param title lists the key in the dialog that `?` opens
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, title?: string): void {
  useListedShortcut(keys, title);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const needsMod = keys.startsWith('mod+');
    if (!needsMod && !hasSingleKeys()) return;
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

const singleKeysKey = 'single-keys';

/** Whether keys without `mod` work. Speech input and unsteady hands press them by accident. https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
export const hasSingleKeys = (): boolean => window.localStorage.getItem(singleKeysKey) !== 'off';

export const setSingleKeys = (isOn: boolean): void =>
  isOn ? window.localStorage.removeItem(singleKeysKey) : window.localStorage.setItem(singleKeysKey, 'off');

/** A popup that closes has the focus for some frames. */
const typingSelector =
  'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]:not([data-closed]), [role=listbox]';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typingSelector) !== null);

interface Shortcut {
  readonly keys: string;
  readonly title: string;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

const setShortcuts = (next: readonly Shortcut[]): void => {
  shortcuts = next;
  for (const listener of listeners) listener();
};

/** Lists a key that an element handles itself, in the dialog that `?` opens. */
export function useListedShortcut(keys: string, title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const shortcut = { keys, title };
    setShortcuts([...shortcuts, shortcut]);

    return () => setShortcuts(shortcuts.filter((other) => other !== shortcut));
  }, [keys, title]);
}

/** The listed keys of the page. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shortcuts,
  );

/** `mod+k` → “⌘K” or “Ctrl K” */
export const keyLabel = (keys: string): string =>
  keys.startsWith('mod+')
    ? `${isApple ? '⌘' : 'Ctrl '}${keys.slice(4).replace(/^./u, (key) => key.toUpperCase())}`
    : keys;
