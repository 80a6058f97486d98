import { expect, test } from 'vitest';
import { recordEvents } from '#lib/commit/commit.ts';
import { contactCreatedEvent, newContactWrites } from '#lib/contacts/new-contact.ts';
import { tableIndexes } from '#lib/storage/schema.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { fixedContact } from '../support/fixtures.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const unitsOfPartition = 1000;
const unitBytes = 1024;
const workspaceId = 'wsp_01HZY4YB5JCGQ2V8N7K3M9D6TA';
/** Enough to fill the shards of a list evenly. */
const contacts = 4000;

/** Size as DynamoDB counts it: names and values in UTF-8. */
function bytesOf(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);

    return sum + Buffer.byteLength(name) + Buffer.byteLength(text ?? '');
  }, 0);
}

/** Write units of one item, by partition of the table and of each index that contains it. */
function unitsByPartition(item: Item): [string, number][] {
  const units = Math.ceil(bytesOf(item) / unitBytes);
  const indexUnits = tableIndexes.flatMap(({ name, projection }): [string, number][] => {
    const partition = item[`${name}pk`];

    return partition === undefined ? [] : [[`${name} ${partition}`, projection === 'ALL' ? units : 1]];
  });

  // A write of the table counts twice in a transaction; index writes follow it.
  return [[`table ${item.pk}`, 2 * units], ...indexUnits];
}

function writtenItem(write: Write): Item[] {
  if ('put' in write) return [write.put];

  return 'update' in write ? [{ ...write.update, ...write.set }] : [];
}

/** The worst case: all contacts have one tag and one mail provider. @param field bytes of a custom field */
function contactsPerSecond(field: number): { ceiling: number; partition: string } {
  const units = new Map<string, number>();
  for (let position = 0; position < contacts; position++) {
    const contact = fixedContact(position, {
      email: `person.${position}@customer.example`,
      tags: ['imported'],
      customFields: { note: 'x'.repeat(Math.min(field, 1000)), more: 'x'.repeat(Math.max(0, field - 1000)) },
    });
    const events = [contactCreatedEvent(contact)];
    const [line] = recordEvents(workspaceId, { events, increments: [], messages: [] }, Date.now());
    const writes = newContactWrites(workspaceId, contact, undefined).flatMap(writtenItem);
    for (const item of [...writes, ...(line ? [line.put] : [])]) {
      for (const [partition, count] of unitsByPartition(item)) {
        units.set(partition, (units.get(partition) ?? 0) + count);
      }
    }
  }
  const [[partition, hottest] = ['', 1]] = [...units].toSorted(([, one], [, other]) => other - one);

  return { partition, ceiling: Math.floor((contacts * unitsOfPartition) / hottest) };
}

test.each([
  ['a contact of half a KB', 50, 3500],
  ['a contact of 2.5 KB', 1900, 1250],
])('the write limit for new contacts of a workspace: %s', (_, field, least) => {
  const { ceiling, partition } = contactsPerSecond(field);
  process.stdout.write(
    `contacts a second with ${field} bytes of custom fields: ${ceiling}, by ${partition}\n`,
  );

  expect(ceiling).toBeGreaterThanOrEqual(least);
});
