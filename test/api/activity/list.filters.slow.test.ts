import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { settledAfterMs } from '#lib/activity/activity.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { examinedMax } from '#lib/http/page.ts';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as list } from '../../../functions/activity/list.ts';
import { call } from '../../support/call.ts';
import { dataOf } from '../../support/event-data.ts';
import { eventIdAt } from '../../support/event-id.ts';
import { connected, newApiKey, newWorkspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { pathsOf } from '../support/walk.ts';

const epoch = Date.UTC(2026, 0, 1);
const idsFor = (prefix: 'con' | 'cmp' | 'acc') => Array.from({ length: 3 }, () => newId(prefix, epoch));
const subjects = { contactId: idsFor('con'), campaignId: idsFor('cmp'), emailAccountId: idsFor('acc') };
type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];

/** Frequent kinds occur often, and one of them most often. */
const kindsDrawn: EventKind[] = [
  ...eventKinds,
  ...Array<EventKind>(20).fill('email.sent'),
  ...['email.opened', 'email.opened', 'contact.created', 'contact.created'].map((kind) => kind as EventKind),
];

interface Happened {
  readonly id: string;
  readonly at: number;
  readonly event: NewEvent;
}

interface Question {
  readonly filter: Readonly<Record<string, string>>;
  readonly limit: number;
}

const pick = <Element>(elements: readonly Element[], at: number) => elements[at % elements.length] as Element;

/** Writes random events, some in the same millisecond. Their subjects depend only on their position. */
async function happen(workspaceId: string, count: number, isBot = (at: number) => at % 7 === 0) {
  const happened = Array.from({ length: count }, (_, position): Happened => {
    const at = epoch + Math.floor(position / 4);
    const [one, two, three] = [position * 7, position * 5 + (position >> 2), position * 3 + (position >> 3)];
    const type = pick(kindsDrawn, position * 11 + (position >> 4));
    const event: NewEvent = {
      type,
      data: dataOf(type, {
        contactId: pick(subjects.contactId, one),
        ...(position % 5 !== 0 && { campaignId: pick(subjects.campaignId, two) }),
        ...(position % 3 !== 0 && { emailAccountId: pick(subjects.emailAccountId, three) }),
      }),
      ...(isBot(position) && { details: { botReason: 'prefetch' } }),
    };

    return { id: eventIdAt(at), at, event };
  });
  for (let from = 0; from < count; from += 20) {
    for (const at of new Set(happened.slice(from, from + 20).map((each) => each.at))) {
      const events = happened.slice(from, from + 20).filter((each) => each.at === at);
      await commit({ ...connected(), now: () => at }, workspaceId, {
        writes: [],
        events: events.map(({ id, event }) => ({ ...event, id })),
      });
    }
  }

  return happened;
}

/** The expected result of a question, found by filtering all events. */
function expected(happened: readonly Happened[], { filter }: Question): string[] {
  const { type, includeBots, after, before, afterId, ...asked } = filter;
  const found = happened
    .filter(({ event }) => includeBots === 'true' || !event.details?.botReason)
    .filter(({ event }) => type === undefined || type.split(',').includes(event.type))
    .filter(({ event }) => names.every((name) => !asked[name] || event.data[name] === asked[name]))
    .filter(({ at }) => after === undefined || at > Date.parse(after))
    .filter(({ at }) => before === undefined || at < Date.parse(before))
    .filter(({ id }) => afterId === undefined || id > afterId)
    .map(({ id }) => id)
    .sort();

  return afterId === undefined ? found.reverse() : found;
}

async function read(apiKey: string, { filter, limit }: Question): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await call(list, {
      method: 'GET',
      path: '/activity',
      apiKey,
      query: { ...filter, limit: String(limit), ...(cursor && { cursor }) },
    });
    expect(status).toBe(200);
    found.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }

  return found;
}

const moment = (within: number) =>
  fc.integer({ min: 0, max: within }).map((offset) => new Date(epoch + offset).toISOString());

function questions(happened: readonly Happened[]) {
  const within = Math.ceil(happened.length / 4);
  const filter = fc.record(
    {
      type: fc.subarray([...eventKinds], { minLength: 1 }).map((kinds) => kinds.join(',')),
      contactId: fc.constantFrom(...subjects.contactId),
      campaignId: fc.constantFrom(...subjects.campaignId),
      emailAccountId: fc.constantFrom(...subjects.emailAccountId),
      after: moment(within),
      before: moment(within),
      afterId: fc.constantFrom(...happened.map(({ id }) => id)),
      includeBots: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  );

  return fc.record({ filter, limit: fc.integer({ min: 5, max: 100 }) });
}

describe('every filter, alone or with others', () => {
  let happened: Happened[];
  let workspaceId: string;

  beforeAll(async () => {
    ({ workspaceId } = await newWorkspace());
    happened = await happen(workspaceId, 160);
  }, 60_000);

  test('returns the same events as a full scan, page by page, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(questions(happened), async (question) => {
        const apiKey = await newApiKey(workspaceId, { scope: 'read-only' });

        expect(await read(apiKey, question)).toEqual(expected(happened, question));
      }),
      { numRuns: 25 },
    );
  });

  test.each([...eventKinds.map((type) => ({ type })), { type: eventKinds.join(',') }, {}])(
    'by kind, even a rare one: %o',
    async (filter: { type?: string }) => {
      const apiKey = await newApiKey(workspaceId, { scope: 'read-only' });
      for (const question of [filter, { ...filter, afterId: `evt_${'0'.repeat(26)}` }]) {
        const asked = { filter: question as Record<string, string>, limit: 30 };

        expect(await read(apiKey, asked)).toEqual(expected(happened, asked));
      }
    },
  );
});

test('a page that examines only bot events is short and has a next page', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const happened = await happen(workspaceId, examinedMax + 60, (position) => position >= 30);
  const behind = { filter: { type: 'email.sent' }, limit: 100 };
  const ask = async (query: Record<string, string>) =>
    (await call(list, { method: 'GET', path: '/activity', apiKey, query })).body;

  const first = await ask({ limit: '5' });
  expect(first).toMatchObject({ data: [], hasMore: true, nextCursor: expect.any(String) });
  expect((await ask({ limit: '5', includeBots: 'true' })).data).toHaveLength(5);
  expect(expected(happened, behind)).not.toHaveLength(0);
  expect(await read(apiKey, behind)).toEqual(expected(happened, behind));
}, 60_000);

test('a cursor that is damaged, or of other filters, kinds or another workspace, is rejected', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  await happen(own.workspaceId, 20);
  setClock(Date.now() + settledAfterMs);
  const ask = (query: Record<string, string>, apiKey = own.apiKey) =>
    call(list, { method: 'GET', path: '/activity', apiKey, query });
  const { nextCursor: cursor } = (await ask({ limit: '2' })).body;

  expect((await ask({ limit: '2', cursor })).status).toBe(200);
  for (const refused of [
    await ask({ cursor: `${cursor}A` }),
    await ask({ cursor: cursor.slice(1) }),
    await ask({ cursor, type: 'email.sent' }),
    await ask({ cursor, includeBots: 'true' }),
    await ask({ cursor, afterId: `evt_${'0'.repeat(26)}` }),
    await ask({ cursor }, other.apiKey),
  ]) {
    expect(refused.status).toBe(422);
    expect(pathsOf(refused)).toEqual(['cursor']);
  }
});
