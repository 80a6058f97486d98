import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewContact } from '#lib/contacts/contact.ts';
import { planContact } from '#lib/contacts/create.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { addContact, always, commitNow, draftCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeJobs } from '../support/activity.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
/** 10:00 UTC. */
const saturday = monday + 5 * dayMs;
const nextMonday = monday + 7 * dayMs - 10 * 3_600_000;

async function dueAtOf(contactId: string, campaignId: string): Promise<string> {
  const execution = await findExecution(connected().table, workspaceId, contactId, campaignId);

  return new Date(execution?.dueAt ?? 0).toISOString();
}

/** @returns the due time of the first email for a contact enrolled by a job, and for one enrolled at its creation */
async function enrolOnSaturday(step: Record<string, unknown>, schedule: Record<string, unknown> = {}) {
  const contactId = await addContact(workspaceId, { timezone: 'Asia/Kolkata' });
  const { id } = await draftCampaign(workspaceId, {
    contactIds: [contactId],
    steps: [{ variants, ...step }],
    schedule: { ...always, ...schedule },
  });
  await consume(runJob, await takeJobs());
  const input = NewContact.parse({ email: uniqueEmail(), timezone: 'Asia/Kolkata', campaignIds: [id] });
  const created = await commitNow(workspaceId, await planContact(connected(), workspaceId, input));

  return [await dueAtOf(contactId, id), await dueAtOf(created.id, id)];
}

const twice = (at: number) => [new Date(at).toISOString(), new Date(at).toISOString()];

beforeAll(() => useOwnResources());
beforeEach(() => setClock(saturday));

describe('the first email of a contact enrolled on a Saturday', () => {
  test('is due at the start of the next business day, with businessDaysOnly', async () => {
    expect(await enrolOnSaturday({ businessDaysOnly: true })).toEqual(twice(nextMonday));
  });

  test('is due immediately, without businessDaysOnly', async () => {
    expect(await enrolOnSaturday({ businessDaysOnly: false })).toEqual(twice(saturday));
  });

  test('counts its delay in business days, without blackout dates', async () => {
    const blackoutDates = [new Date(nextMonday + dayMs).toISOString().slice(0, 10)];
    const delay = { value: 1, unit: 'days' };

    expect(await enrolOnSaturday({ businessDaysOnly: true, delay }, { blackoutDates })).toEqual(
      twice(nextMonday + 2 * dayMs),
    );
  });

  test('is due at the start of the business day in the contact’s time zone, with useContactTimezone', async () => {
    // Kolkata is five and a half hours ahead of UTC.
    expect(await enrolOnSaturday({ businessDaysOnly: true }, { useContactTimezone: true })).toEqual(
      twice(nextMonday - 5.5 * 3_600_000),
    );
  });
});
