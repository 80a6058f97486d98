import { expect, test } from 'vitest';
import { services } from '#lib/runtime/services.ts';
import { asOperation } from '../../support/as-operation.ts';
import { connected } from '../../support/stack.ts';

test('reads of a test are not made with the role of a handler that runs at the same time', async () => {
  const table = connected().table;
  const ofHandler = asOperation('auth.login', () =>
    services().table.get({ pk: 'LOGIN#unknown', sk: 'USER' }),
  )();
  const ofTest = table.get({ pk: 'W#unknown', sk: 'COUNT' });
  expect(await Promise.all([ofHandler, ofTest])).toEqual([undefined, undefined]);
});
