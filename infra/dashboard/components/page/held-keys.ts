import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isTyping } from './shortcuts.ts';

/**
 * Holds the keys that a fast user presses while a page opens, and repeats them on that page. Otherwise, they would change the
 * object that the user has left.
 */
export function useHeldKeys(): void {
  const router = useRouter();
  const held = useRef<KeyboardEvent[]>([]);
  useEffect(() => {
    const hold = (event: KeyboardEvent): void => {
      const isOpening = router.latestLocation.href !== router.state.resolvedLocation?.href;
      const isShortcut = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isOpening || !isShortcut || isTyping(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.current.push(event);
    };
    document.addEventListener('keydown', hold, { capture: true });

    return () => document.removeEventListener('keydown', hold, { capture: true });
  }, [router]);
  const shownAddress = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are for the page of the new address.
  useEffect(() => {
    for (const event of held.current.splice(0)) {
      const target = document.activeElement ?? document.body;
      // The key before it can have moved the focus into a text field.
      if (isTyping(target)) document.execCommand('insertText', false, event.key);
      else target.dispatchEvent(new KeyboardEvent(event.type, event));
    }
  }, [shownAddress]);
}
