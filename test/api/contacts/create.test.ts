import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/contacts/create.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { uniqueEmail } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: unknown, apiKey = workspace.apiKey) =>
  call(create, { method: 'POST', path: '/contacts', apiKey, body });
const read = (id: string) =>
  call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('returns a Location at which the new contact can be read', async () => {
    const created = await post({ email: 'ann@example.com', firstName: 'Ann', tags: ['vip'] });
    const id = created.body.id;

    expect(created).toMatchObject({ status: 201, headers: { location: `/contacts/${id}` } });
    expect(await read(id)).toMatchObject({
      status: 200,
      body: { ...created.body, email: 'ann@example.com', firstName: 'Ann', status: 'active', source: 'api' },
    });
  });

  test('the source states whether an API key or a dashboard session created the contact', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId));
    const { body } = await call(create, {
      method: 'POST',
      path: '/contacts',
      cookie,
      body: { email: uniqueEmail() },
    });

    expect((await read(body.id)).body.source).toBe('dashboard');
  });

  test('stores markup, template syntax and header syntax in fields unchanged', async () => {
    const firstName = `Zoë <b>"O'Neil"</b> {{email}} \u202e ${'😀'}`;
    const { body } = await post({
      email: uniqueEmail(),
      firstName,
      customFields: { note: '\r\nBcc: x@example.com' },
    });

    expect((await read(body.id)).body).toMatchObject({
      firstName,
      customFields: { note: '\r\nBcc: x@example.com' },
    });
  });

  test('stores every field in its normalised form', async () => {
    const fields = {
      lastName: 'Lee',
      jobTitle: 'CEO',
      phone: '+49 30 1234',
      city: 'Bonn',
      timezone: 'Europe/Berlin',
      linkedinUrl: 'https://www.linkedin.com/in/ann',
    };
    const { body } = await post({
      email: uniqueEmail(),
      ...fields,
      country: ' de ',
      website: 'acme.com/about',
      tags: ['vip', 'vip', 'new'],
    });

    expect((await read(body.id)).body).toMatchObject({
      ...fields,
      country: 'DE',
      website: 'https://acme.com/about',
      tags: ['vip', 'new'],
    });
  });

  test('empty texts of an automation tool create a contact without these values', async () => {
    const empty = { firstName: '', phone: '', linkedinUrl: '', country: '', timezone: '', companyId: '' };
    const { status, body } = await post({
      email: uniqueEmail(),
      ...empty,
      companyName: '',
      tags: '',
      campaignIds: '',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ firstName: null, phone: null, country: null, companyId: null, tags: [] });
  });

  test.each([
    ['Germany', 'DE'],
    ['deutschland', 'DE'],
    [' USA ', 'US'],
    ['The Netherlands', 'NL'],
    ['Trinidad and Tobago', 'TT'],
    ['UK', 'GB'],
    ['Türkiye', 'TR'],
    ['Cote d’Ivoire', 'CI'],
    ['Corée du Sud', 'KR'],
  ])('the country %s is stored as %s', async (country, code) => {
    expect((await post({ email: uniqueEmail(), country })).body.country).toBe(code);
  });

  test('names of custom fields are stored as by an import', async () => {
    const customFields = { 'Deal size': 5, 'Größe (EUR)': 'L', deal_stage: 'won', '2nd': true };

    expect((await post({ email: uniqueEmail(), customFields })).body.customFields).toEqual({
      dealSize: 5,
      grosseEur: 'L',
      deal_stage: 'won',
      field2nd: true,
    });
  });

  test('two workspaces can have contacts with the same address', async () => {
    const email = uniqueEmail();

    expect((await post({ email })).status).toBe(201);
    expect((await post({ email }, (await newWorkspace()).apiKey)).status).toBe(201);
  });
});

describe('rejects', () => {
  test('rejects any spelling of an existing address and returns the contact’s id', async () => {
    const first = await post({ email: 'Bob@Exämple.com' });

    for (const email of ['bob@exÄMPLE.com', 'BOB@xn--exmple-cua.com', '  bob@exämple.com ']) {
      expect(await post({ email })).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'VALIDATION_ERROR',
            details: [{ path: 'email', rule: 'unique', existingId: first.body.id }],
          },
        },
      });
    }
  });

  test('exactly one of 20 concurrent requests with the same address succeeds', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post({ email: 'race@example.com' })));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ['no address', { email: undefined }, 'email'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'email'],
    ['an address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    ['a first name of 101 characters', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['an empty first name', { firstName: ' ' }, 'firstName'],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, tag) => `t${tag}`) }, 'tags'],
    ['a tag of 51 characters', { tags: ['ok', 'x'.repeat(51)] }, 'tags[1]'],
    ['an unknown country code', { country: 'XX' }, 'country'],
    ['an unknown country', { country: 'Atlantis' }, 'country'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset instead of a time zone', { timezone: '+02:00' }, 'timezone'],
    ['a script instead of a website', { website: 'javascript:alert(1)' }, 'website'],
    ['a tag with ill-formed Unicode', { tags: ['\ud800'] }, 'tags[0]'],
    ['a status', { status: 'active' }, 'status'],
    ['a company that does not exist', { companyId: 'com_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' }, 'companyId'],
    ['a company name that normalises to 6,600 bytes', { companyName: '\ufdfa'.repeat(200) }, 'companyName'],
    ['a company id and a company name', { companyId: null, companyName: 'Acme' }, 'companyName'],
    ['a nested custom field', { customFields: { plan: { tier: 1 } } }, 'customFields.plan'],
    [
      'a custom field with a reserved name',
      { customFields: { constructor: 1, 'to string': 1 } },
      'customFields.to string',
    ],
    ['a custom field without Latin letters', { customFields: { 名前: 1 } }, 'customFields.名前'],
    [
      'two custom fields of one name',
      { customFields: { 'Deal size': 1, dealSize: 2 } },
      'customFields.dealSize',
    ],
    ['a long custom field', { customFields: { plan: 'x'.repeat(1001) } }, 'customFields.plan'],
    [
      '51 custom fields',
      { customFields: Object.fromEntries(Array.from({ length: 51 }, (_, field) => [`f${field}`, 1])) },
      'customFields',
    ],
  ];

  test.each(wrong)('rejects %s and names the field', async (_, fields, path) => {
    const reply = await post({ email: uniqueEmail(), ...fields });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
