import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import { resolveValue } from '../../infra/local/template/intrinsics.ts';
import { readModel } from '../../infra/local/template/model.ts';
import { writeAssembly } from './support/assembly.ts';
import { codes } from './support/codes.ts';
import { createFolder, removeFolder } from './support/folder.ts';

const deploymentTarget = {
  region: 'eu-west-1',
  accountId: '000000000000',
  queueUrls: new Map([['Jobs', 'http://q/Jobs']]),
};

/** `${name}`; a linter would report the literal as a misplaced template string. */
const placeholder = (name: string) => `\${${name}}`;

const references = {
  ref: (name: string) => `<${name}>`,
  getAtt: (name: string, attribute: string) => `<${name}.${attribute}>`,
  importValue: (name: string) => `<import ${name}>`,
};

test.for([
  ['a reference', { Ref: 'A' }, '<A>'],
  ['an attribute', { 'Fn::GetAtt': ['A', 'Arn'] }, '<A.Arn>'],
  ['an attribute written with a dot', { 'Fn::GetAtt': 'A.Arn' }, '<A.Arn>'],
  [
    'an import with a computed name',
    { 'Fn::ImportValue': { 'Fn::Join': ['', ['x', { Ref: 'A' }]] } },
    '<import x<A>>',
  ],
  ['joined parts', { 'Fn::Join': ['-', ['a', { Ref: 'B' }, 3]] }, 'a-<B>-3'],
  [
    'a substitution',
    { 'Fn::Sub': [placeholder('A'), placeholder('B.Arn'), placeholder('!x')].join() },
    `<A>,<B.Arn>,${placeholder('x')}`,
  ],
  ['functions inside lists and objects', { a: [{ Ref: 'A' }, 1, true, null] }, { a: ['<A>', 1, true, null] }],
])('%s is resolved', ([, value, expected]) => {
  expect(resolveValue(value, references)).toEqual(expected);
});

test('an unsupported intrinsic function is an error, not data', () => {
  expect(() => resolveValue({ 'Fn::If': ['c', 1, 2] }, references)).toThrow('Fn::If');
});

test('a function’s environment is resolved across stacks', async () => {
  const { functions } = await readTestModel();

  expect(functions.find(({ operation }) => operation === 'echo')).toMatchObject({
    name: 'FnEcho',
    arn: 'arn:aws:lambda:eu-west-1:000000000000:function:FnEcho',
    codeFolder: expect.stringMatching(/echo$/),
    timeoutSeconds: 2,
    memoryMb: 256,
    environment: {
      TABLE_NAME: 'Table',
      SECRETS_KEY_ARN: expect.stringMatching(/^arn:aws:kms:eu-west-1:000000000000:key\/[0-9a-f-]{36}$/),
      JOBS_QUEUE_URL: 'http://q/Jobs',
    },
  });
});

test('routes, queues, sources and schedules come from the template', async () => {
  const { api, queues, eventSources, schedules, scheduleGroups, tables } = await readTestModel();

  expect(api.routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /things/{id}',
    'POST /',
    'POST /things',
    'POST /things/import',
  ]);
  expect(queues.find(({ name }) => name === 'Jobs')).toMatchObject({
    visibilitySeconds: 60,
    redrive: { deadLetterTargetArn: 'arn:aws:sqs:eu-west-1:000000000000:JobsDead', maxReceiveCount: 2 },
  });
  expect(eventSources.find(({ id }) => id === 'StreamMapping')).toMatchObject({
    sourceArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Table/stream/latest',
    functionName: 'FnPublish',
    retriesMax: 1,
    bisectsOnError: true,
    onFailureArn: 'arn:aws:sqs:eu-west-1:000000000000:StreamDead',
  });
  expect(schedules).toMatchObject([{ name: 'Sweep', expression: 'rate(1 minute)' }]);
  expect(scheduleGroups).toEqual(['campaigns']);
  expect(tables).toMatchObject([{ name: 'Table', timeToLiveAttribute: 'expires' }]);
});

test('a dead-letter queue precedes the queue that refers to it', async () => {
  const names = (await readTestModel()).queues.map(({ name }) => name);

  expect(names.indexOf('JobsDead')).toBeLessThan(names.indexOf('Jobs'));
});

test('a folder without a template is refused', async () => {
  const folder = createFolder();
  onTestFinished(() => removeFolder(folder));

  await expect(readAssembly(folder)).rejects.toThrow('No synthesised template');
});

async function readTestModel() {
  const folder = createFolder();
  onTestFinished(() => removeFolder(folder));
  writeAssembly(join(folder, 'assembly'), codes);

  return readModel(await readAssembly(join(folder, 'assembly')), deploymentTarget);
}
