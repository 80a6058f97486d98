import { useEffect } from 'react';

/** Parts of a page that can take the focus of an element that they contained. */
const places = 'section, form, article, [role=dialog], [role=alertdialog], main';

/**
 * Keeps the focus near the element that had it, when the page removes that element: after a navigation, or when an action
 * replaces its own button. Otherwise Tab would start again at the top of the page. Dialogs restore the focus themselves, so
 * they come first.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    const remember = ({ target }: FocusEvent): void => {
      path = target instanceof Element ? pathOf(target) : [];
    };
    const forget = (): void => {
      path = [];
    };
    const observer = new MutationObserver(() => {
      if (path[0]?.isConnected === false) setTimeout(restore, restoreMs);
    });
    const restore = (): void => {
      if (document.activeElement !== document.body || path[0]?.isConnected !== false) return;
      focusOn(path.find((one) => one.isConnected && one.matches(places)) ?? document.getElementById('main'));
    };
    document.addEventListener('focusin', remember);
    // A click beside all controls is no loss.
    document.addEventListener('pointerdown', forget);
    observer.observe(document.body, { childList: true, subtree: true });

    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}

/** Dialogs that close restore the focus within a frame or two. */
const restoreMs = 50;

function pathOf(element: Element): readonly Element[] {
  const path = [element];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) path.push(parent);

  return path;
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
