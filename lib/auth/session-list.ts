import * as z from 'zod/mini';
import {
  loginKey,
  resetAttributes,
  sessionItemPrefix,
  sessionKey,
  sessionsOf,
  userCredentialKey,
} from '#lib/auth/items.ts';
import { absoluteEnd, lastUseOf, sessionPrefix } from '#lib/auth/session-cookie.ts';
import { readSessions } from '#lib/auth/sessions.ts';
import type { UserSession } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { type Page, type PageRequest, pageOfAll } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { sortableTime } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';
import { notFound } from '#lib/values/problem.ts';

/** Prefix of session ids in the API. The rest is the attribute without its own prefix. */
const idPrefix = 'ses_';

/**
 * Descriptions that are read together with the credential. There are more after many logins, because the descriptions of
 * replaced sessions only expire. Then the descriptions of the open sessions are read by key.
 */
const descriptionsMax = 100;

const Description = z.object({ createdAt: z.number(), userAgent: z.optional(z.string()) });

/** The caller's open sessions, most recently used first. */
export async function listSessions(
  { table, now }: Pick<Services, 'table' | 'now'>,
  { id: userId, session }: SessionPrincipal,
  request: PageRequest,
): Promise<Page<UserSession>> {
  const { pk } = userCredentialKey(userId);
  // The sessions of a removed user have ended.
  const [{ sessions }, descriptions] = await Promise.all([
    readSessions(table, userId),
    table.query({ pk, sk: { prefix: sessionItemPrefix }, limit: descriptionsMax }),
  ]);
  const items = descriptions.hasMore
    ? await table.getMany(sessions.map(([attribute]) => sessionKey(userId, attribute)))
    : descriptions.items;
  const descriptionByAttribute = new Map(
    items.map((item) => [item.sk.slice(sessionItemPrefix.length), Description.parse(item)]),
  );
  const latestFirst = sessions.sort((one, other) => (positionOf(one) > positionOf(other) ? -1 : 1));
  const elements = latestFirst.flatMap((each) => {
    const [attribute, end] = each;
    // The description of a new session may be missing, because the two reads are no snapshot.
    const { createdAt, userAgent } = descriptionByAttribute.get(attribute) ?? {};
    if (Math.min(end, absoluteEnd(createdAt ?? now())) <= now()) return [];
    const element = {
      id: `${idPrefix}${attribute.slice(sessionPrefix.length)}`,
      createdAt: createdAt === undefined ? null : timestamp(createdAt),
      lastUsedAt: timestamp(lastUseOf(end)),
      userAgent: userAgent ?? null,
      isCurrent: attribute === session.attribute,
    };

    return [[positionOf(each), element] as const];
  });

  return pageOfAll(elements, request, pk);
}

/** Position in the list by last use: the stored end of a session is a fixed time after its last use. */
function positionOf([attribute, end]: readonly [attribute: string, end: number]): string {
  return `${sortableTime(end)}#${attribute}`;
}

/** Ends a session from the next request on. The commit throws Problem 404 if it is no session of the caller. */
export function planSessionEnd({ id: userId }: SessionPrincipal, sessionId: string): Change<undefined> {
  const attribute = `${sessionPrefix}${sessionId.slice(idPrefix.length)}`;

  return {
    writes: [
      {
        update: userCredentialKey(userId),
        remove: [attribute],
        if: { [attribute]: 'present' },
        otherwise: notFound,
      },
      { delete: sessionKey(userId, attribute) },
    ],
    result: undefined,
  };
}

/** Ends all sessions of the caller that are open now, except the session of the request, and a reset token of the caller. */
export async function planOtherSessionsEnd(
  { table }: Pick<Services, 'table'>,
  { id: userId, session }: SessionPrincipal,
): Promise<Change<undefined>> {
  const login = loginKey(session.addressHash);
  const [credential, loginItem] = await Promise.all([table.get(userCredentialKey(userId)), table.get(login)]);
  const attributes = credential ? sessionsOf(credential).map(([attribute]) => attribute) : [];
  const others = attributes.filter((attribute) => attribute !== session.attribute);
  const { writes } = others.length === 0 ? { writes: [] } : sessionsEnd(userId, others);
  const hasReset = loginItem?.['resetHash'] !== undefined;
  const resetEnd = { update: login, remove: resetAttributes, if: { resetHash: 'present' } } as const;

  return { writes: [...writes, ...(hasReset ? [resetEnd] : [])], result: undefined };
}

/** Ends the session of the request, from the next request on. Idempotent. */
export function planLogout({ id: userId, session }: SessionPrincipal): Change<undefined> {
  return sessionsEnd(userId, [session.attribute]);
}

/** @param attributes of the sessions to end, at least one */
function sessionsEnd(userId: string, attributes: readonly string[]): Change<undefined> {
  return {
    writes: [
      { update: userCredentialKey(userId), remove: attributes, if: { pk: 'present' } },
      ...attributes.map((attribute) => ({ delete: sessionKey(userId, attribute) })),
    ],
    result: undefined,
  };
}
