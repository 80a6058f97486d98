import * as z from 'zod/mini';
import { UserError } from './command-line/user-error.ts';

/**
 * At most 14 characters, so that `outreach-<stage>-` remains in the names that CloudFormation generates from a long stack name, and
 * the names of functions fit. Words of the names of stacks would make them ambiguous.
 */
const stageNamePattern =
  /^(?=.{1,14}$)(?!local$)(?!.*\b(?:data|api|workers|network)\b)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const stageNameRule =
  'must be a name of at most 14 lower-case letters, digits and hyphens, without the words data, api, workers, network and local';

/** @throws for a name that no deployed stage can have */
export function requireStageName(stage: string): void {
  if (stageNamePattern.test(stage)) return;
  throw new UserError(`The stage ${JSON.stringify(stage)} ${stageNameRule}.`);
}

const flag = z.optional(z.boolean('must be true or false'));

function text(pattern: RegExp, message: string) {
  return z.optional(z.string(message).check(z.regex(pattern, message)));
}

const hostName = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

function integer(min: number, message: string) {
  return z.optional(z.int(message).check(z.gte(min, message)));
}

function arn(resource: string, message: string) {
  return text(new RegExp(`^arn:[a-z-]+:${resource}$`), message);
}

const keyArn = (service: string) =>
  arn('kms:[a-z0-9-]+:\\d{12}:key/[a-z0-9-]+', `must be the ARN of ${service}`);

/** What `cdk.json` may state about a stage. infra/OPERATING.md describes each setting. */
const StageEntry = z.strictObject(
  {
    production: flag,
    account: text(/^\d{12}$/, 'must be an account id of 12 digits, as text'),
    region: text(/^[a-z]{2,}(?:-[a-z]+)+-\d$/, 'must be a region, such as eu-central-1'),
    domainName: text(hostName, 'must be a host name'),
    certificateArn: arn('acm:[a-z0-9-]+:\\d{12}:certificate/.+', 'must be the ARN of a certificate'),
    linksBaseUrl: text(
      /^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
      'must be an https URL without a path, such as https://links.example.com',
    ),
    trackingDomainTarget: text(hostName, 'must be a host name'),
    generatedLinks: flag,
    webAclArn: arn('wafv2:[a-z0-9-]+:\\d{12}:regional/.+', 'must be the ARN of a regional web ACL'),
    tableStreamArn: arn(
      'dynamodb:[a-z0-9-]+:\\d{12}:table/[\\w.-]+/stream/.+',
      'must be the ARN of a table’s stream',
    ),
    secretsKeyArn: keyArn('the key for secrets'),
    signingKeyArn: keyArn('the key for links'),
    dataKeyArn: keyArn('a key of the customer'),
    exportsBucketName: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    concurrencyQuota: integer(
      10,
      'must be the number of concurrent executions that the stage may use, at least 10',
    ),
    reserveConcurrency: z.optional(z.literal(false, 'must be false or omitted')),
    methodRequestsPerSecond: integer(1, 'must be an integer of at least 1'),
    rateLimitPerAddress: integer(10, 'must be an integer of at least 10'),
    monthlyBudgetUsd: integer(1, 'must be an integer of at least 1'),
    tracing: flag,
    accessLogs: flag,
    dashboard: flag,
    fixedAddress: flag,
    alarmTopicArn: arn('sns:[a-z0-9-]+:\\d{12}:[\\w-]+', 'must be the ARN of a topic'),
    alarmEmail: text(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
  },
  'must be an object',
);
export type StageEntry = z.infer<typeof StageEntry>;
const StageEntries = z.record(z.string().check(z.regex(stageNamePattern)), StageEntry, 'must be an object');
type StageEntries = z.infer<typeof StageEntries>;

/** The names of all settings of a stage. */
export const stageSettingNames = Object.keys(StageEntry.shape);

/**
 * Reads what the context says about all stages: `"context": {"stages": {"prod": {…}}}` in `cdk.json`.
 * @throws with the path of each wrong setting; also if a setting is not below its stage, or if a stage names a resource of another one
 */
export function readEntries(context: (key: string) => unknown): StageEntries {
  const misplaced = stageSettingNames.find((name) => context(name) !== undefined);
  if (misplaced !== undefined) {
    throw new UserError(
      `${misplaced} belongs to a stage. Write it below the stage in cdk.json: "context": {"stages": {"prod": {"${misplaced}": …}}}.`,
    );
  }
  const parsed = StageEntries.safeParse(context('stages') ?? {});
  if (!parsed.success) throw new UserError(parsed.error.issues.flatMap(describeIssue).join('\n'));
  const faults = Object.keys(parsed.data).flatMap((stage) => faultsOf(stage, parsed.data));
  if (faults.length > 0) throw new UserError(faults.join('\n'));

  return parsed.data;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = ['stages', ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${path}.${key} is not a setting. Settings: ${stageSettingNames.join(', ')}.`,
    );
  }

  return [`${path} ${issue.code === 'invalid_key' ? stageNameRule : issue.message}.`];
}

function faultsOf(stage: string, entries: StageEntries): string[] {
  const entry = entries[stage] ?? {};
  const together = (...names: (keyof StageEntry)[]) =>
    new Set(names.map((name) => entry[name] === undefined)).size === 1
      ? []
      : [`stages.${stage} needs ${names.join(' and ')} together.`];

  return [
    ...together('domainName', 'certificateArn'),
    ...together('secretsKeyArn', 'signingKeyArn'),
    // Without the table that was encrypted with them, the keys are of no use.
    ...(entry.secretsKeyArn === undefined ? [] : together('secretsKeyArn', 'tableStreamArn')),
    ...(entry.webAclArn === undefined || entry.rateLimitPerAddress === undefined
      ? []
      : [`stages.${stage} has webAclArn and rateLimitPerAddress, but a gateway has one web ACL.`]),
    ...locationFaults(stage, entry),
    ...ownershipFaults(stage, entries),
  ];
}

/** All resources of a stage are in one account and region. */
function locationFaults(stage: string, entry: StageEntry): string[] {
  const arns = Object.values(entry).filter((value) => String(value).startsWith('arn:'));
  const parts = arns.map((value) => String(value).split(':'));
  const differing = (what: string, values: readonly (string | undefined)[]) => {
    const different = new Set(values.filter((value) => value !== undefined));

    return different.size > 1 ? [`stages.${stage} has several ${what}: ${[...different].join(', ')}.`] : [];
  };

  return [
    ...differing('regions', [entry.region, ...parts.map(([, , , region]) => region)]),
    ...differing('accounts', [entry.account, ...parts.map(([, , , , account]) => account)]),
  ];
}

function ownershipFaults(stage: string, entries: StageEntries): string[] {
  const named = Object.entries(namedBy(entries[stage])).filter(([, name]) => name !== undefined);
  const stages = [...new Set(['local', 'dev', ...Object.keys(entries)])];

  return named.flatMap(([setting, name = '']) => {
    const other = Object.keys(entries).find(
      (each) => each !== stage && Object.values(namedBy(entries[each])).includes(name),
    );
    if (other !== undefined) return [`stages.${stage}.${setting} is also a setting of the stage ${other}.`];
    const isNamedAfterStage = ['tableStreamArn', 'exportsBucketName'].includes(setting);
    if (!isNamedAfterStage || ownerOf(name, stages) === stage) return [];

    return [
      `stages.${stage}.${setting} does not belong to the stage: ${name} does not begin with outreach-${stage}-${
        ownerOf(name, stages) === undefined ? '' : `, or belongs to the stage ${ownerOf(name, stages)}`
      }.`,
    ];
  });
}

/** What only one stage may use, without parts that differ between two names of the same resource. */
function namedBy(entry: StageEntry = {}): Readonly<Record<string, string | undefined>> {
  return {
    domainName: entry.domainName,
    linksBaseUrl: entry.linksBaseUrl?.replace('https://', ''),
    trackingDomainTarget: entry.trackingDomainTarget,
    tableStreamArn: entry.tableStreamArn?.split('/')[1],
    // A multi-Region key has the same id in each region.
    secretsKeyArn: entry.secretsKeyArn?.split('/')[1],
    signingKeyArn: entry.signingKeyArn?.split('/')[1],
    exportsBucketName: entry.exportsBucketName,
  };
}

/** `outreach-pr-12-data-Table…` belongs to the stage `pr-12`, also if there is a stage `pr`. */
function ownerOf(name: string, stages: readonly string[]): string | undefined {
  return stages
    .filter((stage) => name.startsWith(`outreach-${stage}-`))
    .toSorted((a, b) => b.length - a.length)[0];
}
