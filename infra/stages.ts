import { RemovalPolicy } from 'aws-cdk-lib';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';
import { type Capacity, shareCapacity, usualQuota } from './reserved-concurrency.ts';

/** What may differ between two deployments of the same code. */
export interface StageSettings {
  /** Whether the table, the key and the logs outlive their stack. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  readonly pointInTimeRecovery: boolean;
  readonly logRetention: RetentionDays;
  /** `INFO` adds a start, an end and a report line of Lambda's own to every invocation, about 0.4 KB. */
  readonly systemLogLevel: SystemLogLevel;
  /** `allow` opens customer-chosen addresses on this machine to webhooks and mail: never where customers are. */
  readonly outboundLoopback: 'allow' | 'refuse';
  /** A failing webhook endpoint gets one attempt in so many seconds; with 0, every attempt as soon as it is due. */
  readonly failingAttemptSeconds: number;
  /** A webhook endpoint that takes longer to answer waits in a lane of its own, where it holds up no quicker one. */
  readonly slowAfterMs: number;
  /** How functions share the account's concurrent executions. */
  readonly capacity: Capacity;
  /** A dashboard costs $3 a month. */
  readonly dashboard: boolean;
  /**
   * Where the links of mails lead when the stage has a domain of its own, which is mapped to the gateway's stage:
   * `https://links.example.com`, without a slash at its end. Default: the gateway's own address.
   */
  readonly linksBaseUrl?: string;
  /** Where the API is found besides the gateway's own address. Default: nowhere. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /**
   * The stream of a table that was restored from a backup and takes the place of the stage's own, which stays as it is.
   * Default: the stage's own table.
   */
  readonly tableStreamArn?: string;
  /** A regional web ACL that requests must pass before they reach the gateway. Default: none. */
  readonly webAclArn?: string;
}

const disposable = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.ONE_WEEK,
  systemLogLevel: SystemLogLevel.INFO,
  failingAttemptSeconds: 60,
  slowAfterMs: 500,
  capacity: shareCapacity(usualQuota, false),
  dashboard: false,
} as const;

export const stages = {
  local: { ...disposable, outboundLoopback: 'allow' },
  dev: { ...disposable, outboundLoopback: 'refuse' },
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    deletionProtection: true,
    pointInTimeRecovery: true,
    logRetention: RetentionDays.THREE_MONTHS,
    systemLogLevel: SystemLogLevel.WARN,
    outboundLoopback: 'refuse',
    failingAttemptSeconds: 60,
    slowAfterMs: 500,
    capacity: shareCapacity(usualQuota, true),
    dashboard: false,
  },
} as const satisfies Record<string, StageSettings>;

export type StageName = keyof typeof stages;

/**
 * The settings of a stage, with what belongs to an account and is therefore given when deploying: `domainName` together
 * with `certificateArn`, `webAclArn`, `tableStreamArn` after a restoration, `dashboard=true`, `concurrencyQuota` where the
 * account has another one than 1,000, and `reserveConcurrency=false` where other services need it.
 *
 * @throws when one half of a domain is missing, or a value is not of its kind.
 */
export function stageSettings(stage: StageName, context: (key: string) => unknown): StageSettings {
  const given = z.parse(Context, {
    domainName: context('domainName'),
    certificateArn: context('certificateArn'),
    webAclArn: context('webAclArn'),
    tableStreamArn: context('tableStreamArn'),
    reserveConcurrency: context('reserveConcurrency'),
    concurrencyQuota: context('concurrencyQuota'),
    dashboard: context('dashboard'),
  });
  const { domainName: name, certificateArn, webAclArn, tableStreamArn } = given;
  const { concurrencyQuota = usualQuota, reserveConcurrency, dashboard } = given;
  const isReserving = stage === 'prod' && String(reserveConcurrency) !== 'false';

  if ((name === undefined) !== (certificateArn === undefined)) {
    throw new Error('Give domainName and certificateArn together, or neither.');
  }

  return {
    ...stages[stage],
    ...(name !== undefined && certificateArn !== undefined && { domain: { name, certificateArn } }),
    ...(webAclArn !== undefined && { webAclArn }),
    ...(tableStreamArn !== undefined && { tableStreamArn }),
    capacity: shareCapacity(concurrencyQuota, isReserving),
    ...(dashboard !== undefined && { dashboard: String(dashboard) === 'true' }),
  };
}

const Context = z.object({
  tableStreamArn: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/.+$/,
          'tableStreamArn must be the ARN of a table’s stream',
        ),
      ),
  ),
  // From the command line all are texts.
  reserveConcurrency: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  dashboard: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  concurrencyQuota: z.optional(
    z
      .pipe(z.union([z.number(), z.string()]), z.transform(Number))
      .check(
        z.refine(
          (quota) => Number.isInteger(quota) && quota >= 10,
          'concurrencyQuota must be the account’s quota of concurrent executions, at least 10',
        ),
      ),
  ),
  domainName: z.optional(
    z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'domainName must be a host name')),
  ),
  certificateArn: z.optional(
    z.string().check(z.regex(/^arn:[\w-]+:acm:/, 'certificateArn must be the ARN of a certificate')),
  ),
  webAclArn: z.optional(
    z
      .string()
      .check(z.regex(/^arn:[\w-]+:wafv2:.*:regional\//, 'webAclArn must be the ARN of a regional web ACL')),
  ),
});

/** @throws when there is no such stage: a misspelt one must not deploy with somebody else's settings. */
export function parseStageName(value: unknown): StageName {
  const name = Object.keys(stages).find((known): known is StageName => known === value);

  if (name === undefined) {
    throw new Error(`Unknown stage ${JSON.stringify(value)}. Known: ${Object.keys(stages).join(', ')}.`);
  }

  return name;
}
