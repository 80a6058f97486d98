import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { Button } from '../button.tsx';
import './toast.css';

// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function ToastList() {
  const { toasts } = Toast.useToastManager();

  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        {toasts.map((toast) => (
          // Base UI hides an urgent message from screen readers, except its announcement. Its button must not be hidden.
          <Toast.Root
            key={toast.id}
            toast={toast}
            className="toast"
            data-tone={toast.type}
            aria-hidden={undefined}
          >
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" />
              <Toast.Description className="toast-description" />
            </Toast.Content>
            <Toast.Action render={<Button size="small" />} />
            <Toast.Close render={<Button variant="quiet" size="small" aria-label="Close" icon={<X />} />} />
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
