import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParams, text } from '../../api/search-params.ts';
import { rootRoute } from '../../components/page/layout-route.tsx';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchParams({ returnTo: text(2000) }),
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  staticData: { title: 'Sign in' },
});

const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./accept-invitation.tsx'), 'AcceptInvitation'),
  staticData: { title: 'Accept the invitation' },
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword'),
  staticData: { title: 'Set a new password' },
});

export const signInRoutes = [signInRoute, acceptInvitationRoute, resetPasswordRoute] as const;
