import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/errors.ts';
import { Button } from '../button.tsx';
import './toast.css';

const manager = Toast.createToastManager();

/** Announces the outcome of an action, such as `showToast('Contact deleted')`. */
export const showToast = (title: string, description?: string): void =>
  void manager.add({ title, description, type: 'success' });

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

export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();

  return toasts.map((toast) => (
    // Base UI hides an urgent message from screen readers, except its announcement. Its button must not be hidden.
    <Toast.Root key={toast.id} toast={toast} className="toast" data-tone={toast.type} aria-hidden={undefined}>
      <Toast.Content className="toast-content">
        <Toast.Title className="toast-title" />
        <Toast.Description className="toast-description" />
      </Toast.Content>
      <Toast.Close render={<Button variant="quiet" size="small" aria-label="Close" icon={<X />} />} />
    </Toast.Root>
  ));
}
