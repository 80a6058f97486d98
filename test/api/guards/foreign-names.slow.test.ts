import { describe, expect, test } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { mergeFields } from '#lib/emails/rendering/merge-fields.ts';
import { handler as createCompany } from '../../../functions/companies/create.ts';
import { handler as updateCompany } from '../../../functions/companies/update.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { handler as updateContact } from '../../../functions/contacts/update.ts';
import { handler as updateAccount } from '../../../functions/email-accounts/update.ts';
import { call, type TestReply } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addAccount, addCompany, addContact, uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

/** Names that every JavaScript object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);
const allowed = [...inherited, 'prototype', 'length', 'name'].filter((name) => /^[a-zA-Z]/.test(name));
const refused = inherited.filter((name) => !allowed.includes(name));

const writes: [string, (fields: string) => Promise<TestReply>][] = [
  ['POST /contacts', (fields) => send(createContact, '/contacts', `{"email":"${uniqueEmail()}",${fields}}`)],
  ['PATCH /contacts/{id}', async (fields) => patch(updateContact, 'contacts', addContact, fields)],
  ['POST /companies', (fields) => send(createCompany, '/companies', `{"name":"Acme",${fields}}`)],
  ['PATCH /companies/{id}', async (fields) => patch(updateCompany, 'companies', addCompany, fields)],
];

async function send(handler: typeof createContact, path: string, body: string): Promise<TestReply> {
  const { apiKey } = await newWorkspace();

  return call(handler, {
    method: 'POST',
    path,
    apiKey,
    body,
    headers: { 'Content-Type': 'application/json' },
  });
}

async function patch(
  handler: typeof createContact,
  folder: string,
  add: (workspaceId: string) => Promise<string>,
  fields: string,
): Promise<TestReply> {
  const { apiKey, workspaceId } = await newWorkspace();
  const id = await add(workspaceId);

  return call(handler, {
    method: 'PATCH',
    path: `/${folder}/${id}`,
    params: { id },
    apiKey,
    body: `{${fields}}`,
  });
}

describe.each(writes)('%s', (_, write) => {
  test('keeps custom fields with inherited property names', async () => {
    const customFields = Object.fromEntries(allowed.map((name) => [name, `the ${name}`]));
    const reply = await write(`"customFields":${JSON.stringify(customFields)}`);

    expect(reply.status, reply.text).toBeLessThan(300);
    expect(reply.body.customFields).toEqual(customFields);
  });

  test.each(refused)('refuses the custom field %s with its path', async (name) => {
    const reply = await write(`"customFields":{"${name}":"x"}`);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toEqual([
      {
        path: `customFields.${name}`,
        rule: 'invalid_key',
        message: expect.stringMatching(
          /^name must (?:not be __proto__|have a Latin letter or a digit, and not be the name of a property of every JavaScript object)$/,
        ),
      },
    ]);
  });

  test.each(inherited)('refuses the unknown field %s', async (name) => {
    const reply = await write(`"${name}":"x"`);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details[0]).toMatchObject({ path: name, rule: 'unknown_field' });
  });
});

test.each(inherited)('GET /contacts refuses the query parameter %s', async (name) => {
  const { apiKey } = await newWorkspace();
  const query = Object.fromEntries([[name, 'x']]);
  const reply = await call(listContacts, { method: 'GET', path: '/contacts', apiKey, query });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.details[0]).toMatchObject({ path: name, rule: 'unknown_field' });
});

describe('POST /contacts/import', () => {
  const importing = async (csv: string, options: string) => {
    const { apiKey, workspaceId } = await newWorkspace();
    const body = `{"csv":${JSON.stringify(csv)},"options":${options}}`;
    const reply = await call(importContacts, { method: 'POST', path: '/contacts/import', apiKey, body });

    return { reply, apiKey, workspaceId };
  };

  test('maps columns to custom fields with inherited property names', async () => {
    const mapping = Object.fromEntries(allowed.map((name) => [name, `custom.${name}`]));
    const csv = `email,${allowed.join()}\n${uniqueEmail()},${allowed.map((name) => `the ${name}`).join()}\n`;
    const { reply, apiKey } = await importing(csv, JSON.stringify({ mapping }));
    const { body } = await call(listContacts, { method: 'GET', path: '/contacts', apiKey });

    expect(reply.body).toMatchObject({ created: 1, failed: 0 });
    expect(body.data[0].customFields).toEqual(
      Object.fromEntries(allowed.map((name) => [name, `the ${name}`])),
    );
  });

  test('refuses a mapping of a column that is named __proto__', async () => {
    const { reply } = await importing(
      `email,__proto__\n${uniqueEmail()},x\n`,
      '{"mapping":{"__proto__":"custom.proto"}}',
    );

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details[0].path).toBe('options.mapping.__proto__');
  });

  test('ignores and reports columns with such names without a mapping', async () => {
    const { reply } = await importing(`email,${inherited.join()}\n${uniqueEmail()}\n`, '{}');

    expect(reply.body).toMatchObject({ created: 1, failed: 0 });
    expect(reply.body.warnings.length).toBeGreaterThan(0);
  });
});

test('templates resolve custom fields with inherited property names, and no inherited properties', async () => {
  const { workspaceId } = await newWorkspace();
  const contactId = await addContact(workspaceId, { customFields: { constructor: 'mine' } });
  const fields = mergeFields({
    contact: await getContact(connected(), workspaceId, contactId),
    company: undefined,
    sender: { email: 'a@example.com', fromName: null, postalAddress: null },
    unsubscribeUrl: undefined,
  });

  expect(fields.get('custom.constructor')).toBe('mine');
  expect(fields.has('custom.toString')).toBe(false);
});

test('elements and attributes with such names are removed from a signature', async () => {
  const { apiKey, workspaceId } = await newWorkspace();
  const id = await addAccount(workspaceId);
  const elements = inherited.map((name) => `<${name} ${name}="x">${name}</${name}>`).join('');
  const reply = await call(updateAccount, {
    method: 'PATCH',
    path: `/email-accounts/${id}`,
    params: { id },
    apiKey,
    body: { signatureHtml: `<p>Ann</p>${elements}<p style="constructor:1;color:red">x</p>` },
  });

  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.signatureHtml).toContain('<p>Ann</p>');
});
