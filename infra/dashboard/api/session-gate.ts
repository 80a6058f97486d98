import { openDrafts } from './drafts.ts';
import { createGate } from './gate.ts';

interface Owner {
  readonly user: { readonly id: string };
  readonly workspaceId: string;
}

/** Closed from the end of the session until the same user has signed in again. */
const gate = createGate();
/** The workspace and the user of this page; undefined before the sign-in and after the sign-out. */
let ownerId: string | undefined;
/** The number of sign-ins over this page. */
let signIns = 0;

export const { isClosed: isSessionEnded, useIsClosed: useIsSessionEnded } = gate;

export const hasSession = (): boolean => ownerId !== undefined;

const idOf = ({ user, workspaceId }: Owner): string => `${workspaceId}.${user.id}`;

/** Call this with the session that the page has read, and without it before the next user signs in. */
export function setOwner(owner: Owner | undefined): void {
  ownerId = owner && idOf(owner);
  if (ownerId !== undefined) openDrafts(ownerId);
}

/** @returns false if the page belongs to another user or workspace; its requests are then never sent */
export function continueSession(owner: Owner): boolean {
  if (idOf(owner) !== ownerId) return false;
  signIns += 1;
  gate.open();

  return true;
}

/**
 * Sends a request of the page. If the session has ended, the request waits until the user has signed in again, and is then
 * repeated. Before the page has a session, it gets the response 401.
 */
export async function fetchInSession(signal: AbortSignal, send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    await gate.wait(signal);
    const signInsBefore = signIns;
    const response = await send();
    if (response.status !== 401 || !hasSession()) return response;
    // The response of a request from before the sign-in can arrive after it.
    if (signInsBefore === signIns) gate.close();
  }
}
