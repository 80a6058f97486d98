import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventErasure } from '#lib/commit/erase-event.ts';
import { eventPrefix } from '#lib/commit/items.ts';

const folder = 'events/webhooks';

test.each(readdirSync(folder))('an erasure keeps the ids of the service in %s', (file) => {
  const payload = readFileSync(`${folder}/${file}`, 'utf8');
  const { data } = JSON.parse(payload);
  const { set } = eventErasure({ pk: 'W#1', sk: `${eventPrefix}1`, payload }) ?? {};
  const erased = JSON.parse(String(set?.['payload'])).data;
  // The sender's mail program chose the message id.
  const ids = Object.keys(data).filter((name) => /Ids?$/.test(name) && name !== 'messageId');

  expect(Object.keys(erased)).toEqual(Object.keys(data));
  for (const name of ids) expect([name, erased[name]]).toEqual([name, data[name]]);
});
