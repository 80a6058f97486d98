import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { workers } from '#lib/operations.ts';
import { queueNames } from '#lib/values/queues.ts';

/** Texts that are neither an id nor one of given words, and what they are. None describes a person. */
const known = [
  'events.fan-out pk: partition of an outbox record',
  'events.fan-out sk: id of an outbox record',
  'emails.send serviceEmailId: hash of a token, or id',
  'emails.send host: host of a webhook’s URL',
];

/** An erasure reads no queue, because SQS has no search. Messages also wait in dead-letter queues. */
test('a queue message contains ids, numbers and fixed words, and no text that a person wrote', () => {
  const queued = workers.flatMap(({ name, definition }) =>
    definition.trigger === 'queue' ? [{ name, message: definition.message }] : [],
  );
  const texts = queued.flatMap(({ name, message }) =>
    freeTexts(z.toJSONSchema(message)).map((field) => `${name} ${field}`),
  );

  expect(queued).toHaveLength(queueNames.length);
  expect([...new Set(texts)].sort()).toEqual(known.map((each) => each.split(':')[0]).sort());
});

test('a planted text is found', () => {
  const message = z.object({ ids: z.array(z.object({ note: z.optional(z.string()) })) });

  expect(freeTexts(z.toJSONSchema(message))).toEqual(['note']);
});

/** Names of the fields that may have any text. */
function freeTexts(schema: unknown, field = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => freeTexts(each, field));
  const { type, pattern, enum: words, const: word, properties, items, anyOf } = schema as Schema;
  if (type === 'string') return (pattern ?? words ?? word) ? [] : [field];

  return [
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => freeTexts(each, name)),
    ...freeTexts(items, field),
    ...freeTexts(anyOf, field),
  ];
}

type Schema = Record<'type' | 'pattern' | 'enum' | 'const' | 'items' | 'anyOf', unknown> & {
  readonly properties?: Record<string, unknown>;
};
