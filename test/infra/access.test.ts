import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { itemKinds } from '../../infra/constructs/item-kinds.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import { readModel } from '../../infra/local/template/model.ts';
import { accessByKind, describeAccess } from './access-page.ts';
import { createApp } from './synthesised.ts';

const pageFile = 'infra/ACCESS.md';
const deploymentTarget = { region: 'eu-central-1', accountId: '000000000000', queueUrls: new Map() };

const { functions, tables } = readModel(await readAssembly(synthesise()), deploymentTarget);
const tableArn = tables[0]?.arn ?? '';
const page = describeAccess(functions, tableArn);

beforeAll(() => {
  if (process.env['UPDATE_FUNCTIONS'] === '1') writeFileSync(pageFile, page);
});

test('ACCESS.md is up to date with the roles of the templates', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(page);
});

const operations = new Map(
  [...routedEndpoints, fallback, ...workers].map((each) => [each.name, each.definition]),
);
const accessOf = (operation: string) => {
  const model = functions.find((each) => each.operation === operation);
  if (!model) throw new Error(`the templates have no function of ${operation}`);

  return accessByKind(model, tableArn);
};
const isPublic = (operation: string) => {
  const definition = operations.get(operation);

  return (
    definition !== undefined && 'auth' in definition && !['credential', 'session'].includes(definition.auth)
  );
};
/** The functions that may write an item of a kind. */
const writersOf = (pattern: string) =>
  functions.map(({ operation }) => operation).filter((it) => /[upd]/.test(accessOf(it).get(pattern) ?? ''));

test('only the functions of API keys, users and sessions write credentials', () => {
  expect(writersOf(itemKinds.apiKeys)).toEqual(['api-keys.create', 'api-keys.revoke', 'users.remove']);
  for (const kind of ['users', 'logins'] as const) {
    expect(writersOf(itemKinds[kind]).filter((name) => !/^(?:auth|users)\./.test(name))).toEqual([]);
  }
  expect(writersOf(itemKinds.invitations)).toEqual([
    'auth.accept-invitation',
    'users.invite',
    'users.delete-invitation',
  ]);
});

test.each(functions.map(({ operation }) => operation).filter((name) => name.startsWith('tracking.')))(
  '%s, a link in an email, neither reads nor writes a credential',
  (operation) => {
    const { logins, apiKeys, users, callerWindows, invitations, secrets } = itemKinds;
    const kinds = [logins, apiKeys, users, callerWindows, invitations, secrets];

    expect(kinds.map((kind) => accessOf(operation).get(kind))).toEqual(kinds.map(() => ''));
  },
);

test('no public function may access the items of other domains', () => {
  const publicFunctions = functions.map(({ operation }) => operation).filter(isPublic);

  expect(publicFunctions.length).toBeGreaterThan(5);
  expect(publicFunctions.filter((name) => accessOf(name).get(itemKinds.others) !== '')).toEqual([]);
});

test('a request counts only in windows, and no function without a write capability changes another item', () => {
  const windows: readonly string[] = [itemKinds.callerWindows, itemKinds.addressWindows];
  const readers = functions.filter(({ operation }) =>
    operations.get(operation)?.needs.every((need) => need !== 'table:write'),
  );
  const changed = readers
    .filter(({ operation }) => !isPublic(operation))
    .flatMap(({ operation }) => [...accessOf(operation)])
    .flatMap(([pattern, access]) => (/[upd]/.test(access) ? pattern : []));

  expect(new Set(changed)).toEqual(new Set(windows));
});

function synthesise(): string {
  const app = createApp('prod');
  app.synth();

  return app.outdir;
}
