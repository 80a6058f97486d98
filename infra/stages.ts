import { RemovalPolicy } from 'aws-cdk-lib';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';
import { type Capacity, defaultQuota, shareCapacity } from './reserved-concurrency.ts';

/** Settings that may differ between two deployments of the same code. */
export interface StageSettings {
  /** Whether the table, the keys and the logs are kept when their stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** Whether AWS rejects a deletion of the table. */
  readonly deletionProtection: boolean;
  /** Whether the table can be restored to any second of the last 35 days. */
  readonly pointInTimeRecovery: boolean;
  readonly logRetention: RetentionDays;
  /** `INFO` adds Lambda's start, end and report lines to every invocation, about 0.4 KB. */
  readonly systemLogLevel: SystemLogLevel;
  /**
   * `allow` lets webhooks and mail connections reach loopback addresses. Never use it in a stage with
   * customers.
   */
  readonly outboundLoopback: 'allow' | 'refuse';
  /**
   * Minimum seconds between two attempts to a failing webhook endpoint. 0: every attempt is made when it is
   * due.
   */
  readonly failingAttemptSeconds: number;
  /**
   * Deliveries to a webhook endpoint that responds more slowly than this use the queue for slow endpoints, so
   * that they do not delay the others.
   */
  readonly slowAfterMs: number;
  /**
   * Requests per second that the gateway passes to one method of a path, for all callers together. The burst is twice as large.
   * Links in emails and unknown paths have the limits of their contracts.
   */
  readonly methodRequestsPerSecond: number;
  /** How functions share the account's concurrent executions. */
  readonly capacity: Capacity;
  /** Whether the stage has a CloudWatch dashboard for operators, which costs $3 a month. */
  readonly dashboard: boolean;
  /**
   * Base URL of links in messages, for a stage with its own link domain that is mapped to the gateway's
   * stage: `https://links.example.com`, without a trailing slash. Default: the gateway's own address.
   */
  readonly linksBaseUrl?: string;
  /** Custom domain of the API, in addition to the gateway's own address. Default: none. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /**
   * Stream ARN of a table that was restored from a backup and replaces the stage's own table, which stays
   * unchanged. Default: the stage's own table.
   */
  readonly tableStreamArn?: string;
  /** Regional web ACL that filters requests before they reach the gateway. Default: none. */
  readonly webAclArn?: string;
}

/**
 * As many as one link of emails. The burst of 1,000 is below the quota of an account in every region, which is at least 1,250:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const methodRequestsPerSecond = 500;

/** Settings of a stage that may lose its data: the stack's deletion deletes the table, the keys and the logs. */
const disposable = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.ONE_WEEK,
  systemLogLevel: SystemLogLevel.INFO,
  failingAttemptSeconds: 60,
  slowAfterMs: 500,
  methodRequestsPerSecond,
  capacity: shareCapacity(defaultQuota, false),
  dashboard: false,
} as const;

/** The stages of the service. `local` is the stage of the local stack. */
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
    methodRequestsPerSecond,
    capacity: shareCapacity(defaultQuota, true),
    dashboard: false,
  },
} as const satisfies Record<string, StageSettings>;

export type StageName = keyof typeof stages;

/**
 * The settings of a stage, together with account-specific values from the CDK context: `domainName` together
 * with `certificateArn`, `webAclArn`, `methodRequestsPerSecond`, `tableStreamArn` after a restore, `dashboard=true`,
 * `concurrencyQuota` if the account's quota is not 1,000, and `reserveConcurrency=false` if other services need the quota.
 * @throws when only one of `domainName` and `certificateArn` is given, or a value is invalid.
 */
export function stageSettings(stage: StageName, context: (key: string) => unknown): StageSettings {
  const contextValues = z.parse(Context, {
    domainName: context('domainName'),
    certificateArn: context('certificateArn'),
    webAclArn: context('webAclArn'),
    tableStreamArn: context('tableStreamArn'),
    reserveConcurrency: context('reserveConcurrency'),
    concurrencyQuota: context('concurrencyQuota'),
    methodRequestsPerSecond: context('methodRequestsPerSecond'),
    dashboard: context('dashboard'),
  });
  const { domainName: name, certificateArn, webAclArn, tableStreamArn } = contextValues;
  const { concurrencyQuota = defaultQuota, reserveConcurrency, dashboard } = contextValues;
  const { methodRequestsPerSecond: rate = methodRequestsPerSecond } = contextValues;
  const isReserving = stage === 'prod' && String(reserveConcurrency) !== 'false';

  if ((name === undefined) !== (certificateArn === undefined)) {
    throw new Error('Give domainName and certificateArn together, or neither.');
  }

  return {
    ...stages[stage],
    ...(name !== undefined && certificateArn !== undefined && { domain: { name, certificateArn } }),
    ...(webAclArn !== undefined && { webAclArn }),
    ...(tableStreamArn !== undefined && { tableStreamArn }),
    methodRequestsPerSecond: rate,
    capacity: shareCapacity(concurrencyQuota, isReserving),
    ...(dashboard !== undefined && { dashboard: String(dashboard) === 'true' }),
  };
}

/** A setting of the command line is a string. */
function integerSetting(min: number, message: string) {
  return z
    .pipe(z.union([z.number(), z.string()]), z.transform(Number))
    .check(z.refine((value) => Number.isInteger(value) && value >= min, message));
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
  // Values from the command line are strings.
  reserveConcurrency: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  dashboard: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  concurrencyQuota: z.optional(
    integerSetting(10, 'concurrencyQuota must be the account’s quota of concurrent executions, at least 10'),
  ),
  methodRequestsPerSecond: z.optional(
    integerSetting(1, 'methodRequestsPerSecond must be an integer of at least 1'),
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

/**
 * @throws when the stage does not exist: a misspelt name must not deploy with the settings of another stage.
 */
export function parseStageName(value: unknown): StageName {
  const name = Object.keys(stages).find((each): each is StageName => each === value);

  if (name === undefined) {
    throw new Error(`Unknown stage ${JSON.stringify(value)}. Known: ${Object.keys(stages).join(', ')}.`);
  }

  return name;
}
