import * as z from 'zod/mini';
import { Credentials, OpenSession } from '#lib/auth/user.ts';
import { contract } from '#lib/http/contract.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Password guessing from many networks; see `attempts.ts`. */
const loginsBlocked: LogMetric = {
  name: 'LoginsBlocked',
  where: { message: 'login blocked' },
  alarm: { threshold: 1, impact: 'a user under attack can log in only from browsers used before' },
};

export const authRoutes = {
  login: contract({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in; the response sets the session cookie',
    auth: 'none',
    needs: ['requests:count', 'sessions:open'],
    body: Credentials,
    responses: { 200: OpenSession },
    extension: true,
    startsSession: true,
    // Each login costs 128 MB and a third of a second.
    requestsPerMinute: 10,
    metrics: [loginsBlocked],
    // One full processor; with less, hashing takes up to four times as long.
    memoryMb: 1769,
  }),
  logout: contract({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    auth: 'session',
    needs: ['table:write'],
    responses: { 204: z.undefined() },
    extension: true,
  }),
  session: contract({
    method: 'GET',
    path: '/auth/session',
    summary: 'Get the current session and its user',
    auth: 'session',
    needs: ['table:read'],
    responses: { 200: OpenSession },
    extension: true,
  }),
};
