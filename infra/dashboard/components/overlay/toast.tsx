import { Toast } from '@base-ui/react/toast';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../api/errors.ts';

const manager = Toast.createToastManager();

/** Announces the outcome of an action, such as `showToast('Contact deleted')`. */
export const showToast = (title: string, description?: string): void =>
  void manager.add({ title, description, type: 'success' });

/** A message with a button that takes the change back. */
export const showUndo = (title: string, undo: () => void): void => {
  const onClick = (): void => {
    manager.close(id);
    undo();
  };
  const id = manager.add({ title, type: 'success', actionProps: { children: 'Undo', onClick } });
};

/** For `onError` of a mutation if the page has no place for its error. */
export const showError = (error: unknown): void => {
  const request = error instanceof ApiError && error.requestId ? `Request ${error.requestId}` : undefined;
  manager.add({
    title: messageOf(error),
    description: request,
    type: 'danger',
    priority: 'high',
    timeout: 10_000,
  });
};

const ToastList = lazy(() => import('./toast-list.tsx'));

export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Toast.Provider toastManager={manager}>
    {children}
    <LoadedToasts />
  </Toast.Provider>
);

/** The list is loaded with the first input, so that it is there for the first message, also after the connection has ended. */
function LoadedToasts() {
  const { toasts } = Toast.useToastManager();
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const use = (): void => setUsed(true);
    const options = { once: true, capture: true };
    addEventListener('pointerdown', use, options);
    addEventListener('keydown', use, options);

    return () => {
      removeEventListener('pointerdown', use, options);
      removeEventListener('keydown', use, options);
    };
  }, []);

  return <Suspense>{(isUsed || toasts.length > 0) && <ToastList />}</Suspense>;
}
