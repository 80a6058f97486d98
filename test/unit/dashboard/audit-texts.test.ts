import { expect, test } from 'vitest';
import {
  changeText,
  describeOperation,
  fieldNames,
} from '../../../infra/dashboard/pages/settings/audit-log/describe.ts';

const id = 'acc_01M8N0PF379XD9YW3VB3ABCDEF';

test.each([
  ['name', 'Spring offer', 'Summer offer', 'Name: Spring offer → Summer offer'],
  ['dailyLimit', null, '20', 'Daily limit: none → 20'],
  ['emailAccountIds', null, id, 'Accounts: none → 1'],
  ['companyIds', id, `${id}, ${id}`, 'Companies: 1 → 2'],
  ['emailAccountIds', '', `${id}, acc_01M8N0PF379XD9…`, 'Accounts changed'],
  ['steps', '', '[{"type":"email","businessDa…', 'Emails changed'],
  ['steps[0].id', `stp${id.slice(3)}`, null, undefined],
])('the change of %s from %s to %s is “%s”', (field, from, to, text) => {
  expect(changeText({ field, from, to })).toBe(text);
});

test('a dry run is no changed field', () => {
  expect(fieldNames(['dryRun'])).toBe('');
  expect(fieldNames(['name', 'dailyLimit'])).toBe('Name, Daily limit');
});

test.each([
  ['admin create-api-key', 'API key created'],
  ['admin create-user', 'User created'],
  ['admin connect-account', 'Account connected'],
  ['admin set-password', 'Password set'],
  ['POST /campaigns/{id}/start', 'Campaign started'],
])('the operation %s is “%s”', (operation, text) => {
  expect(describeOperation({ operation, resourceType: 'campaign' } as never)).toBe(text);
});
