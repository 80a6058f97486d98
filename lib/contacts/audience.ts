import * as z from 'zod/mini';
import { ContactStatus } from '#lib/contacts/contact.ts';
import { contactKey, contactsByCompany, contactsByTag } from '#lib/contacts/items.ts';
import type { ListReader } from '#lib/contacts/readers.ts';
import { type MergedQuery, readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';

/** `any`: contacts with one of the tags or companies. `all`: contacts with all of the tags and one of the companies. */
export interface Audience {
  readonly tags: readonly string[];
  readonly companyIds: readonly string[];
  readonly match: 'any' | 'all';
}

/** The attributes of a contact that decide whether it belongs to an audience. */
const AudienceMember = z.object({
  id: z.string(),
  status: ContactStatus,
  tags: z._default(z.array(z.string()), []),
  companyId: z._default(z.nullable(z.string()), null),
});
type AudienceMember = z.infer<typeof AudienceMember>;

/** Returns a filter for the active contacts of an audience among the given contacts. */
export async function createAudienceFilter(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<(audience: Audience) => string[]> {
  const members = await readMembers(table, workspaceId, contactIds);

  return (audience) =>
    members
      .filter((contact) => contact.status === 'active' && isInAudience(contact, audience))
      .map(({ id }) => id);
}

async function readMembers(
  table: Table,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<AudienceMember[]> {
  const keys = [...new Set(contactIds)].map((id) => contactKey(workspaceId, id));
  const lookUp = await lookUpItems(table, keys);

  return keys.map(lookUp).flatMap((item) => (item ? [AudienceMember.parse(item)] : []));
}

/** Readers of the contacts that an audience describes, also of suppressed contacts. A contact on two lists occurs twice. */
export function audienceReaders(
  table: Table,
  workspaceId: string,
  audience: Audience,
): ListReader<AudienceMember>[] {
  return audienceLists(workspaceId, audience).map((source) => ({
    source,
    read: async (items) => {
      const ids = items.map((item) => sortKeyOf(source, item));

      return (await readMembers(table, workspaceId, ids)).filter((member) => isInAudience(member, audience));
    },
  }));
}

function isInAudience({ tags, companyId }: AudienceMember, audience: Audience): boolean {
  const isOfCompany = companyId !== null && audience.companyIds.includes(companyId);
  if (audience.match === 'any') return isOfCompany || audience.tags.some((tag) => tags.includes(tag));

  return (
    audience.tags.every((tag) => tags.includes(tag)) && (audience.companyIds.length === 0 || isOfCompany)
  );
}

export interface AudiencePage {
  readonly contactIds: readonly string[];
  /** Contacts that match too, but must get no email. */
  readonly suppressedIds: readonly string[];
  /** Where the next page begins; undefined after the last. */
  readonly position: string | undefined;
}

/**
 * Reads one page of an audience, oldest contacts of each list first. A contact on two lists may occur twice. A contact that
 * is added to a list during the reading may be missed.
 */
export async function readAudiencePage(
  table: Table,
  workspaceId: string,
  audience: Audience,
  position: string | undefined,
  limit: number,
): Promise<AudiencePage> {
  const lists = audienceLists(workspaceId, audience);
  // A position is `<index of a list> <last id that was read from it>`. Without an id, the list is read from its start.
  const [index = '0', after] = position?.split(' ') ?? [];
  const listIndex = Number(index);
  const source = lists[listIndex];
  if (!source) return { contactIds: [], suppressedIds: [], position: undefined };
  const items = await readMerged(table, { ...source, ascending: true }, after, limit);
  const ids = items.map((item) => sortKeyOf(source, item));
  const members = await readMembers(table, workspaceId, ids);
  const matching = Object.groupBy(
    members.filter((member) => isInAudience(member, audience)),
    ({ status }) => (status === 'active' ? 'active' : 'suppressed'),
  );
  const idsOf = (group: readonly AudienceMember[] = []) => group.map(({ id }) => id);
  const hasNextList = listIndex + 1 < lists.length;
  const nextList = hasNextList ? `${listIndex + 1}` : undefined;

  return {
    contactIds: idsOf(matching.active),
    suppressedIds: idsOf(matching.suppressed),
    position: ids.length < limit ? nextList : `${listIndex} ${ids.at(-1)}`,
  };
}

/** The lists that contain the audience. A contact with all tags is on the list of the first tag. */
function audienceLists(workspaceId: string, { tags, companyIds, match }: Audience): MergedQuery[] {
  const byTag = tags.map((tag) => ({ ...contactsByTag(workspaceId, tag) }));
  if (match === 'all' && byTag.length > 0) return byTag.slice(0, 1);

  return [...byTag, ...companyIds.map((id) => contactsByCompany(workspaceId, id))];
}
