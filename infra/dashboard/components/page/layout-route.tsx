import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { isSignedOut } from '../../api/errors.ts';
import { sessionQuery } from '../../api/session.ts';
import { NotFound, RouteError } from '../../app/error-page.tsx';
import { Shell } from '../../app/shell.tsx';

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

/** The parent of every page that needs a session. */
export const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: Shell,
  errorComponent: RouteError,
  async beforeLoad({ context, location }) {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { returnTo: location.href }, replace: true });
    }
  },
});
