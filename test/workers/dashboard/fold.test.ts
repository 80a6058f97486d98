import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commit } from '#lib/commit/commit.ts';
import { markPartition, markShards } from '#lib/statistics/items.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as fold } from '../../../functions/dashboard/fold.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { context } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';
import {
  dayMs,
  foldAt,
  hourMs,
  naiveDays,
  publishAt,
  record,
  storedKeys,
  sumDays,
  type Told,
} from './support.ts';

const begin = Date.parse('2026-03-08T00:00:00.000Z');
const [campaignId, emailAccountId] = [newId('cmp', begin), newId('acc', begin)];
const week = { from: '2026-03-08', days: 7, zone: 'Europe/Berlin' };
const scopes = [undefined, campaignId, emailAccountId];
let workspaceId: string;

/** One email at each of these hours after the start, recorded and published. */
async function mail(...hours: number[]): Promise<Told[]> {
  const all: Told[] = [];
  for (const hour of hours) {
    const at = begin + hour * hourMs;
    const { told, outbox } = await record(workspaceId, {
      type: 'email.sent',
      at,
      campaignId,
      emailAccountId,
      isFirst: true,
    });
    await publishAt(at + 1000, outbox);
    all.push(told);
  }

  return all;
}

async function expectSums(told: readonly Told[]): Promise<void> {
  for (const scope of scopes) {
    expect(await sumDays(workspaceId, scope, week)).toEqual(naiveDays(told, scope, week));
  }
}

async function readMarks(): Promise<string[]> {
  const pages = await Promise.all(
    Array.from({ length: markShards }, (_, shard) =>
      connected().table.query({ pk: markPartition(shard), limit: 1000, consistent: true }),
    ),
  );

  return pages.flatMap(({ items }) => items.map(({ sk }) => sk)).filter((sk) => sk.endsWith(workspaceId));
}

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

describe('a roll-up', () => {
  test('a failed day does not block other workspaces, and the run fails at its end', async () => {
    const told = await mail(0, 5.5);
    const { table } = connected();
    const poison = Array.from({ length: markShards }, (_, shard) => ({
      pk: markPartition(shard),
      sk: '2026-00-00#wsp_poison',
    }));
    await table.transact(poison.map((item) => ({ put: item })));
    setClock(begin + dayMs + hourMs);
    expect(await readMarks()).toHaveLength(1);
    await expect(fold({}, context)).rejects.toThrow('the days of 4 workspace(s) could not be rolled up');
    await table.transact(poison.map((key) => ({ delete: key })));

    expect(await readMarks()).toEqual([]);
    await expectSums(told);
  });

  test('a completed day becomes one item per scope, and its sums do not change', async () => {
    const told = await mail(0, 5.5, 5.75, 22, 23.25);
    await expectSums(told);
    setClock(begin + dayMs + hourMs);
    await fold({}, context);

    await expectSums(told);
    for (const scope of scopes) expect(await storedKeys(workspaceId, scope)).toEqual(['H#2026-03-08']);
    expect(await readMarks()).toEqual([]);
  });

  test('a day is not rolled up until an hour after its end', async () => {
    await mail(23);
    await foldAt(begin + dayMs + hourMs - 1);

    expect(await storedKeys(workspaceId)).toEqual(['H#2026-03-08T23']);
    expect(await readMarks()).toHaveLength(1);
  });

  test('an event that is published after the roll-up of its day is counted immediately and rolled up later', async () => {
    const told = await mail(3);
    await foldAt(begin + 2 * dayMs);
    const { told: late, outbox } = await record(workspaceId, {
      type: 'email.opened',
      at: begin + 4 * hourMs,
      campaignId,
      emailAccountId,
    });
    await publishAt(begin + 2 * dayMs, outbox);

    await expectSums([...told, late]);
    await foldAt(begin + 2 * dayMs + 1);
    await expectSums([...told, late]);
    expect(await storedKeys(workspaceId)).toEqual(['H#2026-03-08']);
  });

  test('a completed half-month becomes 24 items, and late events are added to them', async () => {
    const told = await mail(0, 30.5);
    const after = 8 * 24;
    told.push(...(await mail(after + 1)));
    await foldAt(begin + 9 * dayMs + hourMs);

    expect(await storedKeys(workspaceId, campaignId)).toEqual([
      'H#2026-03-16',
      ...Array.from({ length: 24 }, (_, hour) => `R#${String(hour).padStart(2, '0')}#2026-03-01`),
    ]);
    await expectSums(told);
    const { told: late, outbox } = await record(workspaceId, {
      type: 'email.clicked',
      at: begin + 30.75 * hourMs,
      campaignId,
      emailAccountId,
    });
    await publishAt(begin + 10 * dayMs, outbox);
    told.push(late, ...(await mail(after + 30)));
    await expectSums(told);
    await foldAt(begin + 12 * dayMs);
    await expectSums(told);
    expect((await storedKeys(workspaceId)).filter((sk) => sk.startsWith('H#'))).toEqual([
      'H#2026-03-16',
      'H#2026-03-17',
    ]);
  });

  test('a retraction after the roll-up of its day is subtracted', async () => {
    const { told, event, outbox } = await record(workspaceId, {
      type: 'email.clicked',
      at: begin + hourMs,
      campaignId,
      emailAccountId,
      isFirst: true,
    });
    await publishAt(begin + 2 * hourMs, outbox);
    await foldAt(begin + 2 * dayMs);
    await expectSums([told]);
    await commit({ ...connected(), now: () => begin + 2 * dayMs }, workspaceId, {
      writes: [],
      retractions: [{ id: told.id, event, botReason: 'many_links' }],
    });
    await publishAt(begin + 2 * dayMs, await readOutbox());

    await expectSums([]);
    await foldAt(begin + 2 * dayMs + 1);
    await expectSums([]);
    expect(await readMarks()).toEqual([]);
  });

  test('a day with unpublished events is not rolled up', async () => {
    const told = await mail(3);
    const { told: late, outbox } = await record(workspaceId, {
      type: 'email.sent',
      at: begin + 4 * hourMs,
      campaignId,
      emailAccountId,
    });
    await foldAt(begin + 2 * dayMs);
    expect(await storedKeys(workspaceId)).toEqual(['H#2026-03-08T03']);

    await publishAt(begin + 2 * dayMs, outbox);
    await foldAt(begin + 2 * dayMs);
    expect(await storedKeys(workspaceId)).toEqual(['H#2026-03-08']);
    await expectSums([...told, late]);
  });
});
