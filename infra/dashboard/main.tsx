import './styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedOut } from './api/errors.ts';
import { applyTheme, readTheme } from './app/theme.ts';
import { Toasts } from './components/overlay/toast.tsx';
import { createAppRouter } from './router.tsx';

applyTheme(readTheme());

/** Opens the sign-in page when a query or mutation fails because the session has expired. */
const onError = (error: unknown): void => {
  const { pathname, href } = router.state.location;
  if (!isSignedOut(error) || pathname === '/sign-in') return;
  // The next user must not see the data of this user.
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { returnTo: href } });
};
const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // `api` retries requests itself. A refetch on focus would read all pages of a long list each time.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
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
