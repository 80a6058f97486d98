import { beforeEach, describe, expect, test } from 'vitest';
import { settledAfterMs } from '#lib/activity/activity.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { newId, ulidTime } from '#lib/values/ids.ts';
import { handler as list } from '../../../functions/activity/list.ts';
import { call } from '../../support/call.ts';
import { dataOf } from '../../support/event-data.ts';
import { eventIdAt } from '../../support/event-id.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';

const first = `evt_${'0'.repeat(26)}`;

let workspace: Workspace;
let now: number;

beforeEach(async () => {
  workspace = await newWorkspace();
  now = Date.now();
});

/** Records an event with an id of the given time, regardless of its commit time. */
async function happen(at: number, kind: 'contact.created' | 'email.replied' = 'contact.created') {
  const id = eventIdAt(at);
  const event: NewEvent = { type: kind, id, data: dataOf(kind, { contactId: newId('con', at) }) };
  await commit({ ...connected(), now: () => at }, workspace.workspaceId, { writes: [], events: [event] });

  return id;
}

async function replay(query: Record<string, string>) {
  const { status, body } = await call(list, {
    method: 'GET',
    path: '/activity',
    apiKey: workspace.apiKey,
    query,
  });
  expect(status).toBe(200);

  return { ids: body.data.map(({ id }: { id: string }) => id) as string[], cursor: body.nextCursor };
}

/** A client that repeatedly continues from its last event. */
async function follow(afterId: string, limit: number) {
  const seen: string[] = [];
  for (let from = afterId, ids = [from]; ids.length > 0; from = seen.at(-1) ?? from) {
    ({ ids } = await replay({ afterId: from, limit: String(limit) }));
    seen.push(...ids);
  }

  return seen;
}

describe('a client that continues from its last event', () => {
  test('also gets an event that was committed after newer ones', async () => {
    const early = await happen(now);
    const younger = await happen(now + 20);
    setClock(now + settledAfterMs - 1);
    const before = await follow(first, 10);

    // Its id is older than the id of an event that was committed long ago.
    const late = await happen(now + 10, 'email.replied');
    setClock(now + settledAfterMs + 100);
    const after = await follow(before.at(-1) ?? first, 10);

    expect([...before, ...after]).toEqual([early, late, younger]);
  });

  test('gets each event once, in order, while new ones are recorded, many in the same millisecond', async () => {
    const expected: string[] = [];
    const seen: string[] = [];
    for (let round = 0; round < 5; round++) {
      const at = now + round * settledAfterMs;
      const writers = Array.from({ length: 7 }, (_, each) =>
        happen(at, each % 3 === 0 ? 'email.replied' : 'contact.created'),
      );
      expected.push(...(await Promise.all(writers)));
      setClock(at + settledAfterMs / 2);
      seen.push(...(await follow(seen.at(-1) ?? first, 3)));
    }
    setClock(now + 6 * settledAfterMs);
    seen.push(...(await follow(seen.at(-1) ?? first, 3)));

    expect(seen).toEqual(expected.sort());
  });

  test('a client that follows a cursor also gets events that settled in the meantime', async () => {
    const ids = [await happen(now), await happen(now + 1), await happen(now + 2)].sort();
    setClock(now + settledAfterMs + 100);
    const { ids: page, cursor } = await replay({ afterId: first, limit: '2' });
    const young = await happen(now + 200);
    setClock(now + 2 * settledAfterMs);
    const rest = await replay({ afterId: first, limit: '2', cursor });

    expect([...page, ...rest.ids]).toEqual([...ids, young]);
    expect(rest.cursor).toBeNull();
  });
});

test('a new event is in the newest-first list, but not yet in a replay', async () => {
  const id = await happen(now);

  expect((await replay({})).ids).toEqual([id]);
  expect((await replay({ afterId: first })).ids).toEqual([]);
  expect((await replay({ afterId: `evt_${ulidTime(now + 86_400_000)}${'0'.repeat(16)}` })).ids).toEqual([]);
});
