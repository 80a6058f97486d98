import { QueryClient } from '@tanstack/react-query';
import { vi } from 'vitest';
import * as z from 'zod/mini';

/** A page of the application. */
export interface AppRoute {
  /** With the names of its parameters: `/campaigns/$campaignId/plan`. */
  readonly path: string;
  readonly needsSession: boolean;
}

interface RouterModule {
  createAppRouter(client: QueryClient): {
    readonly routesById: Readonly<Record<string, unknown>>;
  };
}

const Route = z.object({ id: z.string(), fullPath: z.string(), children: z.optional(z.unknown()) });
const root = '__root__';
/** The route that requires a session for its descendants. */
const layout = '/app';

/** All pages of the application's router, without frames around other pages. */
export async function readRoutes(): Promise<AppRoute[]> {
  // The client of the API reads the address of the document.
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1' } });
  const { createAppRouter } = await vi.importActual<RouterModule>('../../../infra/dashboard/router.tsx');
  const { routesById } = createAppRouter(new QueryClient());
  vi.unstubAllGlobals();
  const routes = Object.values(routesById).map((route) => z.parse(Route, route));
  const pages = routes.filter(({ id }) => id !== root && id !== layout);

  return pages
    .filter(({ id, children, fullPath }) => children === undefined || !hasIndex(id, fullPath))
    .map(({ id, fullPath }) => ({
      path: fullPath === '/' ? '/' : fullPath.replace(/\/$/, ''),
      needsSession: id.startsWith(`${layout}/`),
    }));

  /** A frame with an index route never shows without it. */
  function hasIndex(id: string, fullPath: string): boolean {
    return pages.some((other) => other.id !== id && other.fullPath === `${fullPath.replace(/\/$/, '')}/`);
  }
}
