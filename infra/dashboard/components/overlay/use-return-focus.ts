import { useRef } from 'react';

/**
 * The `finalFocus` of a dialog: the element that had the focus when the dialog opened, otherwise the content of the page. Base UI
 * would choose an element that had the focus at some earlier time, such as a search field, which takes the next keys.
 */
export function useReturnFocus(isOpen: boolean): () => boolean {
  const opener = useRef<Element>(null);
  const wasOpen = useRef(false);
  // Before the dialog takes the focus.
  if (isOpen && !wasOpen.current) opener.current = document.activeElement;
  wasOpen.current = isOpen;

  return () => {
    const target = opener.current === document.body ? document.getElementById('main') : opener.current;
    // Such as an item of a menu that has closed: Base UI chooses the button of the menu.
    if (!(target instanceof HTMLElement) || !target.isConnected) return true;
    // An action of the dialog can have moved the focus.
    if (document.activeElement?.closest('main')) return false;
    // Base UI would choose the first control inside an element that Tab does not reach.
    queueMicrotask(() => {
      target.focus({ preventScroll: true });
      if (target.id !== 'main') target.scrollIntoView({ block: 'nearest' });
    });

    return false;
  };
}
