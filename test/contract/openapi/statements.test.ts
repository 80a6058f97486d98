import { describe, expect, test } from 'vitest';
import { eventData } from '#lib/activity/event-data.ts';
import { type CampaignAction, ruleOf } from '#lib/campaigns/state/action-rules.ts';
import { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { contactColumns } from '#lib/contacts/import/csv-mapping.ts';
import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { importRowsMax, inlineContactsMax, reportedErrorsMax } from '#lib/contacts/import/report.ts';
import { daysMax } from '#lib/dashboard/statistics.ts';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { examinedMax } from '#lib/http/page.ts';
import { bodyBytesMaxDefault } from '#lib/http/request.ts';
import { agentEndpoint, endpoints } from '#lib/operations.ts';
import { eventKinds } from '#lib/values/event-kind.ts';
import { resendsMax } from '#lib/webhooks/delivery/resend.ts';
import { statusAfter } from '#lib/webhooks/delivery/retry-plan.ts';
import { webhooksMax } from '#lib/webhooks/items.ts';
import { refName } from '../../../infra/openapi/json-schema.ts';
import { documented, fieldOf, guide } from '../../support/documented.ts';

const descriptionOf = (tag: string) => documented.tags.find(({ name }) => name === tag)?.description ?? '';

/** The rows of the table under a heading, as cells. */
function tableUnder(heading: string, text: string): string[][] {
  const [, after = ''] = text.split(`### ${heading}\n`);
  const [, , ...rows] = (after.split('\n### ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));

  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('The document’s description of campaigns', () => {
  const rows = tableUnder('States of a campaign', descriptionOf('Campaigns'));
  const outcomes = {
    moves: (to: string) => `\`${to}\``,
    stays: () => '200',
    refused: () => '422',
    moves_if_unfinished: (to: string) => `\`${to}\` when`,
  };

  test.each(
    (['start', 'pause'] satisfies CampaignAction[]).flatMap((action) =>
      CampaignStatus.options.map((status) => ({ action, status })),
    ),
  )('matches the code for POST $action of a campaign with status $status', ({ action, status }) => {
    const rule = ruleOf(action, status);
    const documentedRows = rows.filter(
      ([from, what = '']) => from === `\`${status}\`` && what.startsWith(`POST ${action}`),
    );

    expect(documentedRows[0]?.[2]).toContain(outcomes[rule.kind]('to' in rule ? rule.to : ''));
  });
});

describe('The document’s description of fields', () => {
  const textOf = (schema: string, field: string) =>
    documented.components.schemas[schema]?.properties?.[field]?.description ?? '';

  test.each(['dailyLimit', 'dailyNewContactLimit', 'maxContactsPerCompanyPerDay'])(
    'names the time zone of a campaign’s %s',
    (field) => expect(textOf('Campaign', field)).toContain('Days are in `schedule.timezone`'),
  );

  test('defines bouncePauseThreshold as the share at which a campaign is paused', () => {
    expect(textOf('Campaign', 'bouncePauseThreshold')).toContain('this share or more');
  });

  test('includes contacts in replied even if their sequence continues after the reply', () => {
    expect(fieldOf('Campaign', 'stats', 'replied')?.description).toContain(
      'even if their sequence continued',
    );
  });

  test('lists exactly the emitted unsubscribe methods', () => {
    expect(fieldOf('EmailUnsubscribedEvent', 'data', 'method')?.enum).toEqual(['link', 'one_click', 'reply']);
  });

  test('has no setting for an account’s Sent folder: only answers are stored there', () => {
    expect(Object.keys(documented.components.schemas['EmailAccount']?.properties ?? {})).not.toContain(
      'saveToSent',
    );
  });
});

test('The chapter on concurrent updates names all resources that have an ETag', () => {
  const [, sentence = ''] = /## Concurrent updates\s+([^.]*?) return an `ETag`/.exec(guide) ?? [];
  const named = sentence.toLowerCase().split(/, | and /);
  const versioned = endpoints
    .filter(({ definition }) => definition.isVersioned)
    .map(({ name }) => name.split('.')[0]?.replaceAll('-', ' '));

  expect(named.toSorted()).toEqual([...new Set(versioned)].toSorted());
});

describe('The document’s description of imports', () => {
  const columns = tableUnder('Importing a file', descriptionOf('Contacts')).slice(0, -1);

  test('matches how columns are read', () => {
    expect(columns.map(([name]) => name)).toEqual(contactColumns.map((name) => `\`${name}\``));
    for (const [name = '', others = ''] of columns) {
      for (const heading of [name.replaceAll('`', ''), ...others.split(', ')].filter((each) => each !== '')) {
        const mapping = mapColumns([heading, ...(name === '`email`' ? [] : ['email'])]);

        expect(mapping.kind === 'mapped' && mapping.columns[0]).toEqual({
          index: 0,
          field: name.replaceAll('`', ''),
        });
      }
    }
  });

  test('matches how unknown columns are read', () => {
    const mapping = mapColumns(['email', 'Favourite colour']);

    expect(mapping.kind === 'mapped' && mapping.columns[1]).toEqual({
      index: 1,
      customField: 'favouriteColour',
    });
  });
});

test('limits in the document’s texts match the code', () => {
  const number = (value: number) => value.toLocaleString('en-GB');
  const lists = descriptionOf('Lists');

  expect(descriptionOf('Contacts')).toContain(
    `${number(importDecodedBytesMax)} bytes, ${number(importRowsMax)} rows`,
  );
  expect(descriptionOf('Contacts')).toContain(`A body has at most ${number(importBytesMax)} bytes`);
  expect(descriptionOf('Contacts')).toContain(
    `${number(inlineContactsMax)} contacts are done within the request`,
  );
  expect(JSON.stringify(documented.components.schemas['ImportReport'])).toContain(
    `first ${number(reportedErrorsMax)} rows`,
  );
  expect(descriptionOf('Webhooks')).toContain(`${webhooksMax} per workspace`);
  expect(JSON.stringify(documented.components.schemas['Delivery'])).toContain(`${resendsMax} times at most`);
  expect(descriptionOf('Dashboard')).toContain(`${daysMax} days`);
  expect(lists).toContain(`${examinedMax} elements`);
  expect(guide).toContain(`${number(bodyBytesMaxDefault)} bytes`);
  expect([statusAfter(4), statusAfter(5), statusAfter(19), statusAfter(20)]).toEqual([
    ...['healthy', 'failing', 'failing', 'disabled'],
  ]);
});

test('operations in the document’s texts exist', () => {
  const agents = agentEndpoint.definition;
  const texts = [guide];
  const named = texts.flatMap((text) =>
    [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s?`]*)/g)].map(([, method = '', path = '']) => ({
      method,
      path,
    })),
  );
  const isThere = ({ method, path }: { method: string; path: string }) =>
    documented.paths[path]?.[method.toLowerCase()] !== undefined ||
    `${method} ${path}` === `${agents.method} ${agents.path}`;

  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((each) => !isThere(each))).toEqual([]);
});

describe('A text that describes the values of a field', () => {
  const schemas = documented.components.schemas;
  const choicesOf = ({ $ref, anyOf = [], oneOf = [], enum: values = [] }: Schema): unknown[] => [
    ...values,
    ...($ref === undefined ? [] : choicesOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {})),
    ...[...anyOf, ...oneOf].flatMap(choicesOf),
  ];
  const fieldsOf = (schema: Schema, place: string): { place: string; field: Schema }[] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      { place: `${place}.${name}`, field },
      ...fieldsOf(field, `${place}.${name}`),
    ]),
    ...[...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
      (each) => fieldsOf(each, place),
    ),
  ];
  const explained = Object.entries(schemas)
    .flatMap(([name, schema]) => fieldsOf(schema, name))
    .map(({ place, field }) => {
      const choices = choicesOf(field).map((choice) => `\`${choice}\``);
      const undescribed = choices.filter((choice) => !field.description?.includes(choice));

      return { place, left: undescribed, named: choices.length - undescribed.length };
    })
    .filter(({ named }) => named > 1);

  test('describes all of them', () => {
    expect(explained.length).toBeGreaterThan(10);
    expect(explained.filter(({ left: undescribed }) => undescribed.length > 0)).toEqual([]);
  });
});

test('the document lists every rule of a 422, each with its meaning, and no others', () => {
  const details = fieldOf('InvalidRequest', 'error', 'details');
  const choices = fieldOf(refName(details?.items?.$ref ?? ''), 'rule')?.enum;
  const explained = [...descriptionOf('Errors').matchAll(/^\| `([a-z_]+)` \| .+ \|$/gm)].map(
    ([, rule]) => rule,
  );

  expect(choices).toEqual(expect.arrayContaining(['unique', 'precondition', 'unknown_field']));
  const [heading, ...rules] = explained;
  expect(heading).toBe('rule');
  expect(rules).toEqual(choices);
});

test('the metadata of an activity event has the fields of the webhook event of its kind, without the ids', () => {
  const ids = ['executionId', 'campaignId', 'contactId', 'stepId', 'emailAccountId'];
  const variants = documented.components.schemas['ActivityEvent']?.oneOf ?? [];
  const shown = variants.map(({ $ref = '' }) => ({
    kind: fieldOf(refName($ref), 'type')?.const,
    fields: Object.keys(fieldOf(refName($ref), 'metadata')?.properties ?? {}),
  }));

  expect(shown).toEqual(
    eventKinds.map((kind) => ({
      kind,
      fields: Object.keys(eventData[kind].shape).filter((name) => !ids.includes(name)),
    })),
  );
});
