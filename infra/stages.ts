import { RemovalPolicy } from 'aws-cdk-lib';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { UserError } from './command-line/user-error.ts';
import { type Capacity, defaultQuota, shareCapacity } from './reserved-concurrency.ts';
import { readEntries, type StageEntry } from './stage-entries.ts';

/** Settings that may differ between two deployments of the same code. */
export interface StageSettings {
  /** Account and region of the stacks. Default: account and region of the credentials. */
  readonly env: { readonly account?: string; readonly region?: string };
  /** Whether the table, the keys, the buckets and the logs are kept when their stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** Whether AWS rejects a deletion of the table and of the stacks. */
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
  /** Keys of the data in the restored table, if the stage itself was lost: it then has no own table and no own keys. */
  readonly retainedKeys?: { readonly secretsArn: string; readonly signingArn: string };
  /** A bucket that replaces the stage's own bucket of exports, which does not exist then. */
  readonly exportsBucketName?: string;
  /** Regional web ACL that filters requests before they reach the gateway. Default: none. */
  readonly webAclArn?: string;
}

/**
 * As many as one link of emails. The burst of 1,000 is below the quota of an account in every region, which is at least 1,250:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const methodRequestsPerSecond = 500;

/** A stage that may lose its data: the deletion of its stacks deletes the table, the keys and the logs. */
const disposable = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.ONE_WEEK,
  systemLogLevel: SystemLogLevel.INFO,
} as const;

const production = {
  // A failed creation leaves no orphans.
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  deletionProtection: true,
  pointInTimeRecovery: true,
  logRetention: RetentionDays.THREE_MONTHS,
  systemLogLevel: SystemLogLevel.WARN,
} as const;

/**
 * The stage in the context's `stage`, by default `dev`, with its settings.
 * @throws when the stage is not declared: a misspelt name deploys nothing
 */
export function readStage(context: (key: string) => unknown): { stage: string; settings: StageSettings } {
  const entries = readEntries(context);
  const stage = String(context('stage') ?? 'dev');
  const entry = Object.entries({ dev: {}, ...entries }).find(([name]) => name === stage)?.[1];
  if (entry === undefined) {
    throw new UserError(
      `There is no stage ${JSON.stringify(stage)}. Stages: ${[...new Set(['dev', ...Object.keys(entries)])].join(', ')}. Declare others in cdk.json: "context": {"stages": {"${stage}": {}}}.`,
    );
  }

  return { stage, settings: stageSettings(stage, entry) };
}

/**
 * The settings of one stage. `local` is the stage of the local stack, which has the capacity of a whole account.
 * @throws when links of a production stage would end with its gateway, unless the entry accepts that
 */
export function stageSettings(stage: string, entry: StageEntry = {}): StageSettings {
  const {
    production: isProduction = stage === 'prod',
    domainName: name,
    certificateArn,
    linksBaseUrl,
  } = entry;
  if (isProduction && (name ?? linksBaseUrl) === undefined && entry.generatedLinks !== true) {
    throw new UserError(
      `stages.${stage} needs domainName and certificateArn, or linksBaseUrl, because sent emails keep their links: a gateway that is created again has another address. Set generatedLinks to true if the links may end with the gateway.`,
    );
  }

  return {
    ...(isProduction ? production : disposable),
    outboundLoopback: stage === 'local' ? 'allow' : 'refuse',
    failingAttemptSeconds: 60,
    slowAfterMs: 500,
    methodRequestsPerSecond: entry.methodRequestsPerSecond ?? methodRequestsPerSecond,
    dashboard: entry.dashboard === true,
    capacity: capacityOf(entry, isProduction || stage === 'local', isProduction),
    env: {
      ...(entry.account !== undefined && { account: entry.account }),
      ...(entry.region !== undefined && { region: entry.region }),
    },
    ...(name !== undefined && certificateArn !== undefined && { domain: { name, certificateArn } }),
    ...(linksBaseUrl !== undefined && { linksBaseUrl }),
    ...retainedResources(entry),
    ...(entry.webAclArn !== undefined && { webAclArn: entry.webAclArn }),
  };
}

function retainedResources({ tableStreamArn, secretsKeyArn, signingKeyArn, exportsBucketName }: StageEntry) {
  return {
    ...(tableStreamArn !== undefined && { tableStreamArn }),
    ...(secretsKeyArn !== undefined &&
      signingKeyArn !== undefined && {
        retainedKeys: { secretsArn: secretsKeyArn, signingArn: signingKeyArn },
      }),
    ...(exportsBucketName !== undefined && { exportsBucketName }),
  };
}

/** A disposable stage takes a tenth of an account, so that its load cannot throttle another stage. */
function capacityOf(
  { concurrencyQuota, reserveConcurrency }: StageEntry,
  isWhole: boolean,
  isProduction: boolean,
) {
  const isReserving = isProduction && concurrencyQuota !== undefined && reserveConcurrency !== false;

  return shareCapacity(concurrencyQuota ?? (isWhole ? defaultQuota : defaultQuota / 10), isReserving);
}
