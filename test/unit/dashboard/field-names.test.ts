import { expect, test } from 'vitest';
import { fieldName } from '../../../infra/dashboard/pages/campaigns/editor/field-names.ts';

test.each([
  ['steps[1].variants[0].subject', 'Email 2, variant A, subject'],
  ['steps[0].variants[4].bodyHtml', 'Email 1, variant E, HTML'],
  ['steps[0].delay.value', 'Email 1, delay, value'],
  ['addContactIds[3]', 'Contacts 4'],
  ['emailAccountIds[0]', 'Accounts 1'],
  ['emailAccountIds', 'Accounts'],
  ['schedule.windows[0].to', 'Schedule, windows 1, to'],
  ['maxContactsPerCompanyPerDay', 'Max contacts per company per day'],
])('the field %s of a campaign is called “%s”', (path, name) => {
  expect(fieldName(path)).toBe(name);
});
