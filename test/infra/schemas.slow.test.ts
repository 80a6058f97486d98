import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CelEngine, TemplateFile } from '@aws/cloudformation-validate';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { settingsOf, synthesiseStage } from './synthesised.ts';

const engine = new CelEngine();
const dev = synthesiseStage('dev').workers;
const folder = mkdtempSync(join(tmpdir(), 'schemas-'));

afterAll(() => {
  engine.free();
  rmSync(folder, { recursive: true });
});

/** Unknown keywords are warnings, because new ones are added. These have no effect here. */
const ignoredRules = [
  'W3005', // A dependency that a reference implies: CDK writes both.
  'W9002', // A literal ARN with an account id, for ARNs that are given at deployment.
  'W9013',
];

/** Violations of CloudFormation's schemas and of the additional rules of the validator. */
function findingsIn(template: unknown): string[] {
  const file = join(folder, 'template.json');
  writeFileSync(file, JSON.stringify(template));
  const { status, diagnostics } = engine.validateStandard(new TemplateFile(file), {
    severityLevel: 'WARN',
    exclude: { ids: ignoredRules },
  });
  expect(status).toBe('OK');

  return diagnostics.map(({ ruleId, entity, propertyPath, message }) =>
    [ruleId, entity?.logicalId, propertyPath, message].join(' '),
  );
}

/** These exist only in some deployments. */
const everything = settingsOf('prod', {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
  webAclArn:
    'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/outreach/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
  trackingDomainTarget: 'links.example.com',
  dataKeyArn: 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
  concurrencyQuota: 1000,
});

/** Settings that exclude a setting of `everything`, and others. */
const observed = settingsOf('prod', {
  rateLimitPerAddress: 2000,
  monthlyBudgetUsd: 500,
  tracing: true,
  accessLogs: true,
  alarmEmail: 'on-call@example.com',
});

it.each<[string, string, typeof everything | undefined]>([
  ['local', 'local', undefined],
  ['dev', 'dev', undefined],
  ['prod', 'prod', undefined],
  ['prod with a domain, a web ACL and a proxy for tracking domains', 'prod', everything],
  ['prod with a budget, a rate limit, traces and access logs', 'prod', observed],
])('every resource of %s is valid for CloudFormation', (_, stage, settings) => {
  const { data, api, workers } = synthesiseStage(stage, settings);

  expect([data, api, workers].flatMap((template) => findingsIn(template.toJSON()))).toEqual([]);
});

const Resources = z.record(
  z.string(),
  z.looseObject({ Type: z.string(), Properties: z.optional(z.unknown()) }),
);

it.each<[string, string, Record<string, unknown>]>([
  ['a misspelt property', 'AWS::SQS::Queue', { VisibilityTimeOut: 60 }],
  ['a misspelt property further in', 'AWS::Lambda::EventSourceMapping', { ScalingConfig: { Maximum: 5 } }],
  ['a wrong type', 'AWS::Lambda::Function', { Timeout: 'soon' }],
  ['a missing property', 'AWS::Scheduler::Schedule', { Target: undefined }],
  ['an unknown word', 'AWS::Lambda::Function', { Architectures: ['arm46'] }],
  ['a number out of range', 'AWS::Lambda::Function', { MemorySize: 64 }],
  ['a name with wrong characters', 'AWS::Scheduler::Schedule', { Name: 'a b!' }],
])('%s is found', (_, type, damage) => {
  const template = structuredClone(dev.toJSON());
  const [id = '', resource] =
    Object.entries(z.parse(Resources, template['Resources'])).find(([, { Type }]) => Type === type) ?? [];
  template['Resources'][id] = { ...resource, Properties: { ...Object(resource?.Properties), ...damage } };
  const [property] = Object.keys(damage);

  expect(findingsIn(template)).toEqual([expect.stringMatching(new RegExp(`${id} Properties.*${property}`))]);
});
