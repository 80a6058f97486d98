import './styles/index.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, readTheme } from './app/theme.ts';
import { Toasts } from './components/overlay/toast.tsx';
import { createAppRouter } from './router.tsx';

applyTheme(readTheme());

const queryClient = new QueryClient({
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
