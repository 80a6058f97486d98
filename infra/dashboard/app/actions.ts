import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Action {
  readonly title: string;
  readonly run: () => void;
}

let actions: readonly Action[] = [];
const listeners = new Set<() => void>();

const publish = (next: readonly Action[]): void => {
  actions = next;
  for (const listener of listeners) listener();
};

/** Adds an action of the current page to the command palette, as long as the page is open. */
export function useAction(title: string, run: () => void, isAvailable = true): void {
  const onRun = useEffectEvent(run);
  useEffect(() => {
    if (!isAvailable) return undefined;
    const action: Action = { title, run: () => onRun() };
    publish([...actions, action]);

    return () => publish(actions.filter((one) => one !== action));
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
