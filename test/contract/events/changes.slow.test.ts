import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints, workers } from '#lib/operations.ts';
import { type ChangeName, type EventRow, eventTable } from '../../../infra/openapi/prose/event-table.ts';
import { callEndpoint } from '../../bench/support/invoke.ts';
import { newApiKey } from '../../support/stack.ts';
import { startMailHost } from '../../workers/support/inbox.ts';
import { startMailServer } from '../../workers/support/mail-server.ts';
import { workspaceId } from '../../workers/support/one-mail.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { campaignPaths } from './support/campaign-paths.ts';
import { contactPaths } from './support/contact-paths.ts';
import { emailPaths } from './support/email-paths.ts';
import { declared, type Emission, pairsOf, runAs, watchEmissions } from './support/emissions.ts';
import { mailboxPaths } from './support/mailbox-paths.ts';
import type { Paths, World } from './support/paths.ts';
import { webhookPaths } from './support/webhook-paths.ts';
import { winnerPaths } from './support/winner-paths.ts';

const paths: Paths = {
  ...contactPaths,
  ...emailPaths,
  ...campaignPaths,
  ...webhookPaths,
  ...winnerPaths,
  ...mailboxPaths,
};
const rows = Object.entries(eventTable) as [ChangeName, EventRow][];
const cases = Object.entries(paths).flatMap(([change, acts]) =>
  Object.entries(acts).map(([path, { act, next }]) => ({
    change: change as ChangeName,
    path,
    act,
    next: next as ChangeName | undefined,
  })),
);

let world: World;
let emissions: readonly Emission[];

beforeAll(async () => {
  await useOwnResources();
  const [mail, host] = [await startMailServer(), await startMailHost()];
  ({ emissions } = watchEmissions());
  const request: World['request'] = async (operation, about) => {
    // A separate key, so that paths do not share a rate limit.
    const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });

    return (await runAs(operation, () => callEndpoint(operation, { apiKey, ...about }))).body;
  };
  world = { mail, host, request };
});

describe('A change emits the events of the table', () => {
  test.each(cases)('$change by $path', async ({ change, path, act, next }) => {
    const before = emissions.length;
    await act(world);
    const kinds = emissions.slice(before).flatMap((each) => (each.operation === path ? [each.kind] : []));

    expect(kinds).toEqual([...eventTable[change].events, ...(next ? eventTable[next].events : [])]);
  });
});

describe('The table of events', () => {
  test('is tested on every path of every change', () => {
    const missing = rows.flatMap(([change, { operations: named }]) =>
      named.filter((path) => paths[change]?.[path] === undefined).map((path) => `${change} by ${path}`),
    );

    expect(missing).toEqual([]);
    expect(cases).toHaveLength(rows.flatMap(([, row]) => row.operations).length);
  });

  test('has every event of every endpoint and worker, and no other', () => {
    const listed = rows.flatMap(([, { operations: named, events }]) =>
      named.flatMap((operation) => events.map((kind) => ({ operation, kind }))),
    );

    expect(pairsOf(listed)).toEqual(pairsOf(declared));
  });

  test('names endpoints and workers that exist', () => {
    const names = new Set([...endpoints, ...workers].map(({ name }) => name));

    expect(rows.flatMap(([, row]) => row.operations).filter((path) => !names.has(path))).toEqual([]);
  });
});
