import { expect, test } from 'vitest';
import { canonicalName } from '#lib/emails/rendering/field-names.ts';

test.each([
  ['first_name', 'firstName'],
  ['FirstName', 'firstName'],
  ['contact.firstName', 'firstName'],
  ['contact.email', 'email'],
  ['custom.Plan_Name', 'custom.plan_name'],
  ['companyName', 'company.name'],
  ['company_name', 'company.name'],
  ['COMPANY.EMPLOYEE_COUNT', 'company.employeeCount'],
  ['sender.name', 'sender.name'],
  ['unsubscribe_url', 'unsubscribeUrl'],
])('%s has the canonical name %s', (written, name) => {
  expect(canonicalName(written)).toBe(name);
});
