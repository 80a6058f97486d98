import { beforeAll, describe, expect, test } from 'vitest';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { newId } from '#lib/values/ids.ts';
import type { JobMessage } from '#lib/values/queues.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addAccount,
  addCompany,
  addContact,
  commitNow,
  draftCampaign,
  executionStatuses,
  readCampaign,
  setExecution,
  startCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from '../support/activity.ts';
import { editCampaign } from '../support/campaign.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const audienceOf = (audience: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  addAccount(workspaceId).then((account) =>
    draftCampaign(workspaceId, { emailAccountIds: [account], audience, allowParallel: true, ...more }),
  );
const contactWith = (input: Record<string, unknown>) => addContact(workspaceId, input);
const statusOf = async (contactId: string, campaignId: string) =>
  (await executionStatuses(workspaceId, contactId, [campaignId]))[0];

/** Publishes the committed events, and runs the resulting jobs. @returns the messages */
async function settle(): Promise<JobMessage[]> {
  await publishOutbox();
  const calls = (await takeMessages('jobs')) as JobMessage[];
  expect(await consume(runJob, calls)).toEqual([]);

  return calls;
}

beforeAll(async () => {
  await useOwnResources();
  workspaceId = newId('wsp', Date.now());
});

describe('an audience', () => {
  test.each([
    ['any', ['a', 'b', 'ab', 'acme', 'acme-a']],
    ['all', ['acme-ab']],
  ])('with match %s is enrolled at the start, and no other contact', async (match, expected) => {
    workspaceId = newId('wsp', Date.now());
    const companyId = await addCompany(workspaceId);
    const made: [string, Record<string, unknown>][] = [
      ['none', { tags: ['c'] }],
      ['a', { tags: ['a'] }],
      ['b', { tags: ['b'] }],
      ['ab', { tags: ['a', 'b'] }],
      ['acme', { companyId }],
      ['acme-a', { companyId, tags: ['a'] }],
    ];
    if (match === 'all') made.push(['acme-ab', { companyId, tags: ['a', 'b'] }]);
    const ids = new Map<string, string>();
    for (const [name, input] of made) ids.set(name, await contactWith(input));
    const { id } = await audienceOf({ tags: ['a', 'b'], companyIds: [companyId], match });
    await startCampaign(workspaceId, id);
    await settle();

    for (const [name, contactId] of ids) {
      expect([name, await statusOf(contactId, id)]).toEqual([
        name,
        expected.includes(name) ? 'pending' : undefined,
      ]);
    }
    expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(expected.length);
  });

  test('larger than one chunk is enrolled once, despite repeated messages and crashes', async () => {
    workspaceId = newId('wsp', Date.now());
    const contactIds = await Promise.all(Array.from({ length: 100 }, () => contactWith({ tags: ['big'] })));
    const { id } = await audienceOf({ tags: ['big'] });
    await startCampaign(workspaceId, id);
    await publishOutbox();
    const [call] = await takeMessages('jobs');
    await Promise.all(Array.from({ length: 4 }, () => consume(runJob, [call])));
    await consume(runJob, [call]);

    expect((await readCampaign(workspaceId, id)).stats).toMatchObject({ contacts: 100, pending: 100 });
    expect(await statusOf(contactIds.at(-1) ?? '', id)).toBe('pending');
  });

  test('that is changed while the campaign is active enrols the contacts that now match', async () => {
    workspaceId = newId('wsp', Date.now());
    const [first, second, both] = [
      await contactWith({ tags: ['first'] }),
      await contactWith({ tags: ['second'] }),
      await contactWith({ tags: ['first', 'second'] }),
    ];
    const { id } = await audienceOf({ tags: ['first'] });
    await startCampaign(workspaceId, id);
    await settle();
    expect(await statusOf(second, id)).toBeUndefined();

    await editCampaign(workspaceId, id, { audience: { tags: ['second'] } });
    await settle();
    expect([await statusOf(first, id), await statusOf(second, id), await statusOf(both, id)]).toEqual([
      ...['pending', 'pending', 'pending'],
    ]);
    expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(3);

    await editCampaign(workspaceId, id, { audience: null });
    await editCampaign(workspaceId, id, { name: 'Same audience' });
    expect(await settle()).toEqual([]);
  });

  test('does not enrol a contact again, even with allowReentry', async () => {
    workspaceId = newId('wsp', Date.now());
    const contactId = await contactWith({ tags: ['loop'] });
    const { id } = await audienceOf({ tags: ['loop'] }, { allowReentry: true, contactIds: [contactId] });
    await settle();
    await setExecution(workspaceId, contactId, id, { status: 'completed', sendState: 'done' });
    await startCampaign(workspaceId, id);
    await settle();

    expect(await statusOf(contactId, id)).toBe('completed');
  });
});

describe('a continuous campaign', () => {
  test('enrols contacts of its audience once, when they are created or tagged', async () => {
    workspaceId = newId('wsp', Date.now());
    const { id } = await audienceOf({ tags: ['lead'] }, { continuous: true });
    await startCampaign(workspaceId, id);
    await settle();
    const [made, tagged, stranger] = [
      await contactWith({ tags: ['lead'] }),
      await contactWith({}),
      await contactWith({}),
    ];
    await settle();
    expect([await statusOf(made, id), await statusOf(tagged, id)]).toEqual(['pending', undefined]);

    const change = await planContactUpdate(connected(), workspaceId, tagged, { tags: ['lead'] });
    await commitNow(workspaceId, change);
    await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, made, { city: 'Bonn' }));
    const calls = await settle();

    expect(calls).toHaveLength(1);
    expect([await statusOf(tagged, id), await statusOf(stranger, id)]).toEqual(['pending', undefined]);
    expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(2);
  });

  test('enrols no contact while it is inactive, or after continuous is turned off', async () => {
    workspaceId = newId('wsp', Date.now());
    await audienceOf({ tags: ['lead'] }, { continuous: true });
    const once = await audienceOf({ tags: ['lead'] });
    await startCampaign(workspaceId, once.id);
    await settle();
    await contactWith({ tags: ['lead'] });

    expect(await settle()).toEqual([]);
  });
});
