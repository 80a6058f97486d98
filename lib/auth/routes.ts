import * as z from 'zod/mini';
import {
  Credentials,
  CurrentSession,
  InvitationAcceptance,
  OpenSession,
  PasswordChange,
  PasswordReset,
  SessionId,
  UserSession,
} from '#lib/auth/user.ts';
import { contract } from '#lib/http/contract.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import { pageOf, pageQuery } from '#lib/values/schemas.ts';

/** Password guessing from many networks; see `attempts.ts`. */
const loginsBlocked: LogMetric = {
  name: 'LoginsBlocked',
  where: { message: 'login blocked' },
  alarm: {
    threshold: 1,
    severity: 'ticket',
    impact: 'a user under attack can log in only from browsers used before',
  },
};

/** One full processor; with less, hashing takes up to four times as long. */
const hashing = { memoryMb: 1769 } as const;

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
    ...hashing,
  }),
  logout: contract({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    auth: 'session',
    role: 'viewer',
    needs: ['table:write', 'sessions:end'],
    responses: { 204: z.undefined() },
    extension: true,
  }),
  session: contract({
    method: 'GET',
    path: '/auth/session',
    summary: 'Get the current session and its user',
    auth: 'session',
    needs: ['table:read', 'logins:read'],
    responses: { 200: CurrentSession },
    extension: true,
  }),
  listSessions: contract({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List your open sessions, most recently used first',
    auth: 'session',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(UserSession) },
    extension: true,
  }),
  endSession: contract({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: 'End one of your sessions',
    auth: 'session',
    role: 'viewer',
    needs: ['table:write', 'sessions:end'],
    params: z.strictObject({ id: SessionId }),
    responses: { 204: z.undefined() },
    extension: true,
  }),
  endOtherSessions: contract({
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all of your sessions except this one',
    auth: 'session',
    role: 'viewer',
    needs: ['table:write', 'users:write'],
    responses: { 204: z.undefined() },
    extension: true,
  }),
  changePassword: contract({
    method: 'POST',
    path: '/auth/password',
    summary: 'Change your password and end your other sessions',
    auth: 'session',
    role: 'viewer',
    needs: ['table:write', 'users:write'],
    body: PasswordChange,
    acceptsSecret: true,
    responses: { 204: z.undefined() },
    extension: true,
    metrics: [loginsBlocked],
    ...hashing,
  }),
  resetPassword: contract({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with a reset token',
    auth: 'none',
    needs: ['requests:count', 'passwords:reset', 'authority:check', 'audit-log:write'],
    body: PasswordReset,
    responses: { 204: z.undefined() },
    extension: true,
    requestsPerMinute: 10,
    ...hashing,
  }),
  acceptInvitation: contract({
    method: 'POST',
    path: '/auth/accept-invitation',
    summary: 'Accept an invitation; the response sets the session cookie',
    auth: 'none',
    needs: ['requests:count', 'users:write', 'authority:check', 'audit-log:write', 'invitations:write'],
    body: InvitationAcceptance,
    responses: { 201: OpenSession },
    extension: true,
    startsSession: true,
    requestsPerMinute: 10,
    ...hashing,
  }),
};
