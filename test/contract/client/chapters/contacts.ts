import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bodyOf } from '../../../support/answer.ts';
import { type Customer, readAll } from '../typed-client.ts';

/** Creates contacts idempotently, and reads, changes and deletes them. */
export async function manageContacts({ api }: Customer): Promise<void> {
  const ids: string[] = [];
  for (const firstName of ['Ada', 'Grace', 'Joan', 'Mary', 'Katherine']) {
    const body = { email: `${firstName}@customer.example`, firstName, tags: ['lead'] };
    const header = { 'Idempotency-Key': randomUUID() };
    const contact = bodyOf(await api.POST('/contacts', { body, params: { header } }));
    const again = await api.POST('/contacts', { body, params: { header } });
    expect(bodyOf(again)).toEqual(contact);
    expect(again.response.headers.get('Idempotency-Replayed')).toBe('true');
    ids.push(contact.id);
  }
  const listed = await readAll((page) =>
    api.GET('/contacts', { params: { query: { ...page, tag: 'lead' } } }),
  );
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  const audience = JSON.stringify({ tags: ['lead'] });
  const counted = bodyOf(await api.GET('/contacts/count', { params: { query: { audience } } }));
  expect(counted).toMatchObject({ count: ids.length, active: ids.length, isExact: true });

  const path = { id: ids[0] ?? '' };
  const contact = bodyOf(await api.GET('/contacts/{id}', { params: { path } }));
  expect(contact).toMatchObject({ firstName: 'Ada', customFields: {}, status: 'active' });
  const body = { firstName: null, customFields: { plan: 'gold', seats: 3 } };
  const changed = bodyOf(await api.PATCH('/contacts/{id}', { params: { path }, body }));
  expect(changed).toMatchObject({ ...body, lastName: null, tags: ['lead'] });
  const known = { email: contact.email, externalId: 'crm-1', lastName: 'Lovelace' };
  const synchronised = await api.PUT('/contacts', { body: known });
  expect(synchronised.response.status).toBe(200);
  expect(bodyOf(synchronised)).toMatchObject({ ...body, ...known, ...path });

  expect((await api.DELETE('/contacts/{id}', { params: { path } })).response.status).toBe(204);
  const deleted = await api.GET('/contacts/{id}', { params: { path } });
  expect([deleted.response.status, deleted.error?.error.code]).toEqual([404, 'NOT_FOUND']);
}

export async function manageContactViews({ api }: Customer): Promise<void> {
  const view = { name: 'Leads', filter: { tag: 'lead' } };
  const { id } = bodyOf(await api.POST('/contact-views', { body: view }));
  const path = { id };

  expect(bodyOf(await api.GET('/contact-views')).data).toMatchObject([view]);
  expect((await api.DELETE('/contact-views/{id}', { params: { path } })).response.status).toBe(204);
}

export async function manageSnippets({ api }: Customer): Promise<void> {
  const snippet = {
    name: 'Suggest a call',
    text: 'Hi {{firstName | default: "there"}}, shall we talk on Thursday?',
  };
  const { id } = bodyOf(await api.POST('/snippets', { body: snippet }));
  const path = { id };

  expect(bodyOf(await api.GET('/snippets')).data).toMatchObject([snippet]);
  const body = { text: 'Shall we talk on Friday?' };
  const changed = bodyOf(await api.PATCH('/snippets/{id}', { params: { path }, body }));
  expect(bodyOf(await api.GET('/snippets/{id}', { params: { path } }))).toEqual(changed);
  expect((await api.DELETE('/snippets/{id}', { params: { path } })).response.status).toBe(204);
}

export async function importContacts({ api }: Customer): Promise<void> {
  bodyOf(await api.POST('/contacts', { body: { email: 'ada@imported.example' } }));
  const report = bodyOf(
    await api.POST('/contacts/import', {
      params: { query: { tags: 'spring,lead' } },
      headers: { 'Content-Type': 'text/csv' },
      body: 'E-mail;plan\nkatherine@imported.example;gold\nada@imported.example;\nnot-an-address;\n',
      bodySerializer: (csv) => csv,
    }),
  );

  expect(report).toMatchObject({ total: 3, created: 1, skipped: 1, failed: 1 });
  expect(report.errors.map(({ row, field }) => [row, field])).toEqual([[4, 'email']]);
  const path = { id: report.importId };
  expect(bodyOf(await api.GET('/contacts/imports/{id}', { params: { path } }))).toEqual(report);
  const query = { search: 'katherine' };
  const [found] = bodyOf(await api.GET('/contacts', { params: { query } })).data;
  expect(found).toMatchObject({ customFields: { plan: 'gold' }, tags: ['spring', 'lead'], source: 'import' });
}

export async function importBlocklist({ api }: Customer): Promise<void> {
  const report = bodyOf(
    await api.POST('/blocklist/import', {
      headers: { 'Content-Type': 'text/plain' },
      body: 'never@listed.example\n*.never.example\nnever\n',
      bodySerializer: (list) => list,
    }),
  );

  expect(report).toMatchObject({ status: 'completed', created: 2, failed: 1, errors: [{ email: 'never' }] });
  const path = { id: report.importId };
  expect(bodyOf(await api.GET('/contacts/imports/{id}', { params: { path } }))).toEqual(report);
  const query = { value: 'never.example' };
  const [entry] = bodyOf(await api.GET('/blocklist', { params: { query } })).data;
  expect(entry).toMatchObject({ type: 'domain', reason: 'import' });
}

/** The other two formats of a file: JSON and form data. */
export async function importOtherFormats({ api }: Customer): Promise<void> {
  const options = { tags: ['by form'], mapping: { Kontakt: 'email', Stufe: 'custom.level' } };
  const csv = 'Kontakt;Stufe\ndorothy@imported.example;3\n';
  const asJson = { csv: csv.replace('dorothy', 'mary'), options };
  expect(bodyOf(await api.POST('/contacts/import', { body: asJson }))).toMatchObject({ created: 1 });

  const asForm = await api.POST('/contacts/import', {
    body: { file: csv, options },
    bodySerializer: () => {
      const form = new FormData();
      form.append('file', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
      form.append('options', JSON.stringify(options));

      return form;
    },
  });
  expect(bodyOf(asForm)).toMatchObject({ total: 1, created: 1, warnings: [] });
  const found = bodyOf(await api.GET('/contacts', { params: { query: { tag: 'by form' } } })).data;
  expect(found.map(({ email, customFields }) => [email, customFields])).toEqual([
    ['dorothy@imported.example', { level: '3' }],
    ['mary@imported.example', { level: '3' }],
  ]);
}

export async function checkAllFaults({ api }: Customer): Promise<void> {
  const { error, response } = await api.POST('/contacts', { body: { email: 'nobody', tags: [''] } });

  expect(response.status).toBe(422);
  if (!error || !('details' in error.error)) throw new Error('a 422 lists the invalid fields');
  expect(error.error.details.map(({ path }) => path)).toEqual(['email', 'tags[0]']);
}

/** Creates companies, finds them by name, and checks that contacts are linked to them by address. */
export async function manageCompanies({ api }: Customer): Promise<void> {
  const ids: string[] = [];
  for (const name of ['Acme', 'Acme Nordic', 'Initech', 'Hooli', 'Globex']) {
    ids.push(bodyOf(await api.POST('/companies', { body: { name } })).id);
  }
  const listed = await readAll((page) => api.GET('/companies', { params: { query: page } }));
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  const found = await readAll((page) =>
    api.GET('/companies', { params: { query: { ...page, search: 'acme' } } }),
  );
  expect(found.map(({ name }) => name)).toEqual(['Acme', 'Acme Nordic']);

  const path = { id: ids[0] ?? '' };
  const body = { domain: 'acme.example', employeeCount: 12 };
  expect(bodyOf(await api.PATCH('/companies/{id}', { params: { path }, body }))).toMatchObject(body);
  expect(bodyOf(await api.GET('/companies/{id}', { params: { path } }))).toMatchObject(body);
  const known = { name: 'Acme', domain: 'acme.example', externalId: 'crm-1' };
  expect(bodyOf(await api.PUT('/companies', { body: known }))).toMatchObject({ ...body, ...known, ...path });
  const contact = bodyOf(await api.POST('/contacts', { body: { email: 'ann@acme.example' } }));
  expect(contact.companyId).toBe(path.id);
}

export async function eraseContact({ api }: Customer): Promise<void> {
  const { id } = bodyOf(await api.POST('/contacts', { body: { email: 'ada@erased.example' } }));
  const params = { path: { id } };
  const erasure = bodyOf(await api.POST('/contacts/{id}/erase', { params }));
  expect(erasure).toMatchObject({ contactId: id, status: 'running', completedAt: null });
  expect(bodyOf(await api.GET('/contacts/{id}/erasure', { params }))).toEqual(erasure);
  expect((await api.GET('/contacts/{id}', { params })).error?.error.code).toBe('NOT_FOUND');
}

/** Blocks addresses and domains idempotently, and checks that contacts are suppressed and active again. */
export async function manageBlocklist({ api }: Customer): Promise<void> {
  const contact = bodyOf(await api.POST('/contacts', { body: { email: 'ann@blocked.example' } }));
  const ids: string[] = [];
  for (const value of ['one.example', '*.two.example', 'bob@three.example', 'Ann@blocked.example']) {
    ids.push(bodyOf(await api.POST('/blocklist', { body: { value, note: 'by phone' } })).id);
  }
  const again = await api.POST('/blocklist', { body: { value: '@one.example' } });
  expect([again.response.status, bodyOf(again).id]).toEqual([200, ids[0]]);
  const listed = await readAll((page) => api.GET('/blocklist', { params: { query: page } }));
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());

  const params = { path: { id: contact.id } };
  expect(bodyOf(await api.GET('/contacts/{id}', { params })).status).toBe('blocklisted');
  const entry = { path: { id: ids.at(-1) ?? '' } };
  expect((await api.DELETE('/blocklist/{id}', { params: entry })).response.status).toBe(204);
  expect(bodyOf(await api.GET('/contacts/{id}', { params })).status).toBe('active');
}
