import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Action {
  readonly title: string;
  readonly run: () => void;
}

let actions: readonly Action[] = [];
const listeners = new Set<() => void>();

const setActions = (next: readonly Action[]): void => {
  actions = next;
  for (const listener of listeners) listener();
};

/** Adds an action of the current page to the command palette while the page is open. */
export function usePaletteAction(title: string, run: () => void, isAvailable = true): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    if (!isAvailable) return undefined;
    const action: Action = { title, run: () => onRun() };
    setActions([...actions, action]);

    return () => setActions(actions.filter((other) => other !== action));
  }, [title, isAvailable]);
}

export const useActions = (): readonly Action[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => actions,
  );
