import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './errors.ts';

/** Every query and mutation reports an expired session to one place, which leads to the sign-in page. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The client itself repeats what can be repeated. Long lists would be read again on each focus of the window.
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
