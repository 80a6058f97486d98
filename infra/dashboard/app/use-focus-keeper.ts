import { useEffect } from 'react';

/** Elements that receive the focus when the page removes the focused element inside them. */
const fallbackSelector = 'section, form, article, [role=dialog], [role=alertdialog], main';
/** Dialogs that close restore the focus within a frame or two. */
const restoreMs = 50;

/**
 * Keeps the focus near the element that had it, when the page removes that element: after a navigation, or when an action
 * replaces its own button. Otherwise Tab would start again at the top of the page. Dialogs restore the focus themselves, so
 * the hook waits for them.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    /** The focused element and its ancestors, also after their removal. Empty without a focused element. */
    let focusPath: readonly Element[] = [];
    const isFocusedElementRemoved = (): boolean => focusPath[0]?.isConnected === false;
    const storeFocus = ({ target }: FocusEvent): void => {
      focusPath = target instanceof Element ? withAncestors(target) : [];
    };
    const clearFocus = (): void => {
      focusPath = [];
    };
    const restore = (): void => {
      if (document.activeElement !== document.body || !isFocusedElementRemoved()) return;
      focusOn(
        focusPath.find((ancestor) => ancestor.isConnected && ancestor.matches(fallbackSelector)) ??
          document.getElementById('main'),
      );
    };
    const observer = new MutationObserver(() => {
      if (isFocusedElementRemoved()) setTimeout(restore, restoreMs);
    });
    document.addEventListener('focusin', storeFocus);
    // After a click beside all controls, no element should have the focus.
    document.addEventListener('pointerdown', clearFocus);
    observer.observe(document.body, { childList: true, subtree: true });

    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', storeFocus);
      document.removeEventListener('pointerdown', clearFocus);
    };
  }, []);
}

function withAncestors(element: Element): readonly Element[] {
  const path = [element];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) path.push(parent);

  return path;
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
