import { setTimeout as pause } from 'node:timers/promises';
import type { Visit } from '#lib/http/link-endpoint.ts';
import { notFound } from '#lib/http/problem.ts';
import { found, ok } from '#lib/http/reply.ts';
import { log } from '#lib/runtime/log.ts';
import { readToken } from '#lib/tracking/token.ts';
import { recordVisit, type TrackingServices } from '#lib/tracking/visit.ts';

/** Longer than that nobody waits for a page, or a mail for its picture, because of what we want to note. */
const recordingMs = 2000;

/** Nothing of a visit may be kept on its way: the next one is another. */
const unkept = { 'Cache-Control': 'no-store, no-cache, must-revalidate, private, max-age=0' };

/** 43 bytes: one transparent pixel. */
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** The picture, whatever the token: a mail never shows a broken one. */
export async function answerOpen(services: TrackingServices, visit: Visit) {
  await inTime(async () => {
    const token = await readToken(services.signer, visit.token);
    if (token?.kind === 'open') await recordVisit(services, token, visit);
  });

  return ok(pixel, unkept);
}

/** @throws Problem 404 for a token that is not one of ours: nobody is led anywhere by an address that somebody made up. */
export async function answerClick(services: TrackingServices, visit: Visit) {
  const token = await readToken(services.signer, visit.token);
  if (token?.kind !== 'click' || !/^https?:\/\//i.test(token.target)) throw notFound();
  await inTime(() => recordVisit(services, token, visit));

  return found(new URL(token.target).href, { ...unkept, 'Referrer-Policy': 'no-referrer' });
}

/** Whatever goes wrong or takes long here, the visitor gets what he came for. */
async function inTime(recording: () => Promise<void>): Promise<void> {
  const waiting = new AbortController();
  try {
    const outcome = await Promise.race([
      recording(),
      pause(recordingMs, 'late' as const, { signal: waiting.signal, ref: false }),
    ]);
    if (outcome === 'late') log('error', 'visit not recorded', { code: 'late' });
  } catch (error) {
    log('error', 'visit not recorded', { code: 'failed' }, error);
  } finally {
    waiting.abort();
  }
}
