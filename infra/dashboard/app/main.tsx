import '../styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../api/query-client.ts';
import { Toasts } from '../components/toast.tsx';
import { createAppRouter } from './router.tsx';
import { applyTheme, readTheme } from './theme.ts';

applyTheme(readTheme());

const onSignedOut = (): void => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  // The next user must not see the data of this user.
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { returnTo: href } });
};
const queryClient = createQueryClient(onSignedOut);
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element #root.');

createRoot(root).render(
  <StrictMode>
    {/* The Content-Security-Policy of the page allows no style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={400}>
          <Toasts>
            <RouterProvider router={router} />
          </Toasts>
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
