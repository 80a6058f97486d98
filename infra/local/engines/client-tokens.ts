import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { EngineRequest } from './http-server.ts';
import { ServiceError } from './service-error.ts';
import { inTransaction } from './sqlite.ts';

const retentionMs = 24 * 3_600_000;

/**
 * Returns a function that executes a change once per ClientToken. A repeated request gets the first response, which is stored in
 * the transaction of the change. The SDK adds a token to each call and repeats it in retries. The function throws a
 * `ServiceError` ConflictException when the token was used with another request.
 */
export function openClientTokens(database: DatabaseSync) {
  const select = database.prepare('SELECT fingerprint, answer FROM requests WHERE token = ?');
  const insert = database.prepare(
    'INSERT INTO requests (token, fingerprint, answer, at) VALUES (?, ?, ?, ?)',
  );
  const deleteExpired = database.prepare('DELETE FROM requests WHERE at < ?');

  const executeOnce = (request: EngineRequest, token: string | undefined, change: () => unknown): string => {
    if (token === undefined) {
      return JSON.stringify(change());
    }
    const requestFingerprint = fingerprint(request);
    const earlier = select.get(token);
    if (earlier !== undefined) {
      if (earlier['fingerprint'] !== requestFingerprint) {
        throw new ServiceError(
          'ConflictException',
          409,
          `ClientToken ${token} was used for another request.`,
        );
      }

      return String(earlier['answer']);
    }
    const answer = JSON.stringify(change());
    deleteExpired.run(Date.now() - retentionMs);
    insert.run(token, requestFingerprint, answer, Date.now());

    return answer;
  };

  return (request: EngineRequest, token: string | undefined, change: () => unknown): string =>
    inTransaction(database, () => executeOnce(request, token, change));
}

function fingerprint({ method, path, query, body }: EngineRequest): string {
  return createHash('sha256').update([method, path, query.toString(), body].join('\n')).digest('hex');
}
