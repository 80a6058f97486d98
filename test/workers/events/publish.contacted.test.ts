import { expect, test } from 'vitest';
import { findContact } from '#lib/contacts/contacts.ts';
import { lastRepliedAtWrite, recordContacted } from '#lib/contacts/last-times.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer();
const readContact = (id: string) => findContact(connected().table, workspaceId, id);

/** The reaction to an email that was sent to the contact. */
function recordSent(subjectId: string, at: string) {
  const event = { id: newId('evt', Date.parse(at)), type: 'email.sent' as const, subjectId };

  return recordContacted(connected(), workspaceId, [
    { pk: '', sk: '', workspaceId, events: [event], increments: [] },
  ]);
}

test('a sent email sets lastContactedAt of its contact', async () => {
  const { call } = await runOne(mail);
  await consume(send, [call]);
  await publishOutbox();
  const { lastSentAt = '' } = await readExecution(call);
  const { lastContactedAt } = (await readContact(call.contactId)) ?? {};

  expect(Math.abs(Date.parse(lastContactedAt ?? '') - Date.parse(lastSentAt))).toBeLessThan(1000);
});

test('an earlier email and a deleted contact change nothing', async () => {
  const { call } = await runOne(mail);
  const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
  const deleted = 'con_00000000000000000000000000';
  await recordSent(call.contactId, late);
  await recordSent(call.contactId, early);
  await recordSent(deleted, late);

  expect((await readContact(call.contactId))?.lastContactedAt).toBe(late);
  expect(await readContact(deleted)).toBeUndefined();
});

test('a reply of a contact that is deleted concurrently does not create an incomplete contact', async () => {
  const contactId = newId('con', Date.now());
  const write = lastRepliedAtWrite(workspaceId, contactId, '2026-11-20T10:00:00.000Z');

  await expect(connected().table.transact([write])).rejects.toThrow(TransactionRefused);
  expect(await readContact(contactId)).toBeUndefined();
});
