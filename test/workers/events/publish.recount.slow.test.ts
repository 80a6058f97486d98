import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { commit } from '#lib/commit/commit.ts';
import { companyKey } from '#lib/companies/items.ts';
import { readDays } from '#lib/statistics/days.ts';
import { breakdownKey, dayKey, kindLetters, totalsKey } from '#lib/statistics/items.ts';
import type { Table } from '#lib/storage/table.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { recountWorkspace } from '../../../infra/admin/recount.ts';
import { addCompany, addContact, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from '../support/activity.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const day = '2030-06-03';
const none = { statistics: [], campaigns: [], totals: undefined, companies: [] };
let mail: MailServer;
let campaignId: string;

const recount = (repair: boolean, table = connected().table) =>
  recountWorkspace({ table, now: () => monday + 2 * dayMs }, { workspaceId, from: day, to: day, repair });
const sentOf = async (scopeId: string | undefined) =>
  (await readDays(connected().table, workspaceId, scopeId, { from: day, to: day })).get(day)?.sent;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

beforeEach(async () => {
  setClock(monday);
  const { call } = await runOne(mail, {});
  campaignId = call.campaignId;
  await consume(send, [call]);
  await publishOutbox();
});

/** Simulates a bug: one email too many for the campaign, and a contact that does not exist. */
async function tamper(): Promise<void> {
  const { table } = connected();
  await table.update({ update: dayKey(workspaceId, campaignId, day), add: { [kindLetters.sent]: 1 } });
  await table.update({ update: countersKey(workspaceId, campaignId), add: { sent: 1, contacts: 2 } });
}

describe('recount', () => {
  test('finds no difference after correct counting', async () => {
    expect(await recount(false)).toMatchObject(none);
    expect(await recount(true)).toMatchObject(none);
  });

  test('reports differences, and changes nothing without repair', async () => {
    await tamper();
    const found = {
      statistics: [{ day, scopeId: campaignId, isBreakdown: false, counted: { s: 2 }, recounted: { s: 1 } }],
      campaigns: [{ campaignId, counted: { sent: 2, contacts: 3 }, recounted: { sent: 1, contacts: 1 } }],
    };

    expect(await recount(false)).toMatchObject(found);
    expect(await sentOf(campaignId)).toBe(2);
    expect(await recount(true)).toMatchObject({ ...found, repair: true });
    expect(await recount(false)).toMatchObject(none);
    expect(await sentOf(campaignId)).toBe(1);
    expect((await readCampaign(workspaceId, campaignId)).stats).toMatchObject({ contacts: 1, sent: 1 });
  });

  test('restores a day without its item', async () => {
    await connected().table.transact([{ delete: dayKey(workspaceId, campaignId, day) }]);
    await recount(true);

    expect(await sentOf(campaignId)).toBe(1);
    expect(await recount(false)).toMatchObject(none);
  });

  test('counts contacts and campaigns by their status, and the contacts of companies', async () => {
    const { table } = connected();
    const id = await addCompany(workspaceId);
    await addContact(workspaceId, { companyId: id });
    await publishOutbox();
    expect(await recount(false)).toMatchObject(none);
    await table.update({ update: totalsKey(workspaceId), add: { contacts_active: 1, campaigns_draft: 1 } });
    await table.update({ update: companyKey(workspaceId, id), add: { contactCount: 3 } });
    const found = await recount(true);

    expect(found.totals).toMatchObject({ isRepaired: true });
    expect(found.companies).toEqual([
      { companyId: id, counted: { contactCount: 4 }, recounted: { contactCount: 1 }, isRepaired: true },
    ]);
    expect(await recount(false)).toMatchObject(none);
  });

  test.each([false, true])(
    'counts contacts that wait for a value or an outcome, with allowReentry %s',
    async (allowReentry) => {
      const asking = [{ variants: [{ subject: 'Hello', bodyText: 'Dear {{lastName}}' }] }];
      const { calls, call } = await runOne(mail, {
        contacts: [{}, { lastName: 'Lovelace' }],
        campaign: { allowReentry, steps: asking },
      });
      mail.behaviour = { kind: 'cut', after: 'data' };
      for (const each of calls) {
        await consume(send, [each]);
        setClock(Date.now() + 60_000);
      }
      mail.behaviour = { kind: 'accept' };
      await publishOutbox();
      expect(await recount(false)).toMatchObject(none);
      const waiting = { paused: 1, pausedUnsent: 1, unknown: 1, unknownUnsent: 1 };
      const { table } = connected();
      const key = countersKey(workspaceId, call.campaignId);
      expect(await table.get(key)).toMatchObject(waiting);
      await table.update({ update: key, add: { paused: 1, unknownUnsent: 1 } });
      const { campaigns } = await recount(true);

      expect(campaigns).toEqual([
        expect.objectContaining({
          campaignId: call.campaignId,
          counted: { paused: 2, unknownUnsent: 2 },
          recounted: { paused: 1, unknownUnsent: 1 },
          isRepaired: true,
        }),
      ]);
      expect(await table.get(key)).toMatchObject(waiting);
    },
  );

  test('two concurrent repairs apply once', async () => {
    await tamper();
    await Promise.all([recount(true), recount(true)]);

    expect(await sentOf(campaignId)).toBe(1);
  });

  test('repairs the other counters if one changes during each attempt', async () => {
    await tamper();
    const { table } = connected();
    const dayItem = dayKey(workspaceId, campaignId, day);
    await table.update({ update: breakdownKey(workspaceId, campaignId, day), add: { x: 1 } });
    // Each write to the campaign's day meets a concurrent count.
    const counted: Table = {
      ...table,
      update: async (update) => {
        const isDay = update.update.pk === dayItem.pk && update.update.sk === dayItem.sk;
        if (isDay) await table.update({ update: dayItem, add: { [kindLetters.sent]: 1 } });

        return table.update(update);
      },
    };
    const found = await recount(true, counted);

    expect(found).toMatchObject({
      statistics: expect.arrayContaining([
        expect.objectContaining({ scopeId: campaignId, isBreakdown: false, isRepaired: false }),
        expect.objectContaining({
          scopeId: campaignId,
          isBreakdown: true,
          counted: { x: 1 },
          recounted: { x: 0 },
          isRepaired: true,
        }),
      ]),
      campaigns: [{ campaignId, isRepaired: true }],
    });
    expect(await recount(true)).toMatchObject({
      statistics: [{ scopeId: campaignId, isBreakdown: false, isRepaired: true }],
      campaigns: [],
    });
    expect(await recount(false)).toMatchObject(none);
  });

  test('does not report a campaign while an event is not counted yet', async () => {
    await tamper();
    await commit(connected(), workspaceId, {
      writes: [],
      increments: [{ subjectId: campaignId, counter: 'stopped', by: 0 }],
      events: [{ type: 'contact.updated', data: { contactId: 'con_00000000000000000000000000' } }],
    });

    const { campaigns, statistics } = await recount(false);
    expect(campaigns).toContainEqual(expect.objectContaining({ campaignId, outcome: 'busy' }));
    expect(statistics).toBe('busy');
    await publishOutbox();
  });
});
