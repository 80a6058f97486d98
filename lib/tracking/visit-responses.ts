import { setTimeout as pause } from 'node:timers/promises';
import { found, ok } from '#lib/http/reply.ts';
import type { Visit } from '#lib/http/visit.ts';
import { hostCheckLocation } from '#lib/links/host-check.ts';
import { isHostOfWorkspace } from '#lib/links/hosts.ts';
import { readToken } from '#lib/links/token.ts';
import { log } from '#lib/runtime/log.ts';
import { isMessageStored, recordVisit, type TrackingServices } from '#lib/tracking/visit.ts';
import { notFound } from '#lib/values/problem.ts';

/** Maximum time that recording may delay the response, in milliseconds. */
const recordingTimeoutMs = 2000;

/** Responses must not be cached, so that every visit reaches this service. */
const noStoreHeaders = { 'Cache-Control': 'no-store, no-cache, must-revalidate, private, max-age=0' };

/** 43 bytes: one transparent pixel. */
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** Returns the pixel for any token, so that an email never shows a broken image. */
export async function respondToOpen(services: TrackingServices, visit: Visit) {
  await withTimeout(async () => {
    const token = await readToken(services.signer, visit.token);
    if (token?.kind !== 'open' || !(await isHostOfWorkspace(services, visit, token.workspaceId))) return;
    await recordVisit(services, token, visit);
  });

  return ok(pixel, noStoreHeaders);
}

/**
 * Redirects to the link's destination, even while the table is unavailable.
 * @throws Problem 404 for an invalid token, for a host that does not belong to the workspace, and after the campaign was
 * deleted
 */
export async function respondToClick(services: TrackingServices, visit: Visit) {
  const { signer } = services;
  const token = await readToken(signer, visit.token);
  if (token?.kind === 'check') {
    return found(await hostCheckLocation(signer, token.workspaceId, visit.host), noStoreHeaders);
  }
  if (token?.kind !== 'click' || !/^https?:\/\//i.test(token.target)) throw notFound();
  if (!(await isHostOfWorkspace(services, visit, token.workspaceId))) throw notFound();
  const isStored = await withTimeout(async () => {
    // Concurrent reads are combined into one BatchGetItem request.
    const [stored] = await Promise.all([
      isMessageStored(services, token),
      recordVisit(services, token, visit),
    ]);

    return stored;
  });
  if (isStored === false) throw notFound();

  return found(new URL(token.target).href, { ...noStoreHeaders, 'Referrer-Policy': 'no-referrer' });
}

/** @returns undefined if the recording fails or times out: the visitor still gets a response */
async function withTimeout<Result>(recording: () => Promise<Result>): Promise<Result | undefined> {
  try {
    const late = pause(recordingTimeoutMs, 'late' as const, { ref: false });
    const outcome = await Promise.race([recording(), late]);
    if (outcome !== 'late') return outcome;
    log('error', 'visit not recorded', { code: 'late' });
  } catch (error) {
    log('error', 'visit not recorded', { code: 'failed' }, error);
  }

  return undefined;
}
