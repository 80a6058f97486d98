import { bodyOf } from '../../support/answer.ts';
import { createStageClient, everyPage, type StageClient } from './api-client.ts';
import type { StageSettings } from './settings.ts';
import { namePrefix } from './test-data.ts';

export interface StageAccess {
  readonly apiKey: string;
  /** Revokes the access. */
  close(): Promise<void>;
}

/** The given key, or a key that is created in a session and revoked at the end. */
export async function openAccess({ baseUrl, access }: StageSettings, runId: string): Promise<StageAccess> {
  if ('apiKey' in access) return { apiKey: access.apiKey, close: async () => undefined };

  const session = await logIn(baseUrl, access.login);
  await revokeKeys(session);
  const { key } = bodyOf(await session.POST('/api-keys', { body: { name: runId, scope: 'full-access' } }));

  return {
    apiKey: key,
    close: async () => {
      await revokeKeys(session);
      await session.POST('/auth/logout');
    },
  };
}

/** A client with the cookie of a new session. */
export async function logIn(
  baseUrl: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<StageClient> {
  // The service refuses logins from other sites.
  const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };
  const opened = await createStageClient(baseUrl, sameOrigin).POST('/auth/login', { body: credentials });
  bodyOf(opened);
  const cookie = opened.response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  return createStageClient(baseUrl, { ...sameOrigin, Cookie: cookie });
}

async function revokeKeys(session: StageClient): Promise<void> {
  const keys = await everyPage((cursor) => session.GET('/api-keys', { params: { query: cursor } }));

  for (const { id } of keys.filter(({ name }) => name.startsWith(namePrefix))) {
    await session.DELETE('/api-keys/{id}', { params: { path: { id } } });
  }
}
