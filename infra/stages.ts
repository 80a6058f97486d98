import { RemovalPolicy } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { type ILogSubscriptionDestination, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { UserError } from './command-line/user-error.ts';
import { type Capacity, defaultQuota, shareCapacity } from './reserved-concurrency.ts';
import { readEntries, type StageEntry } from './stage-entries.ts';

/** Settings that may differ between two deployments of the same code. */
export interface StageSettings {
  /** Account and region of the stacks. Default: account and region of the credentials. */
  readonly env: { readonly account?: string; readonly region?: string };
  /**
   * `retain`: the table, the keys, the buckets and the logs are kept when their stack is deleted. AWS rejects a deletion of the table
   * and of the stacks, and the table can be restored to any second of the last 35 days. `destroy`: a stage that may lose its data.
   * Default: `retain`.
   */
  readonly removal: 'retain' | 'destroy';
  readonly logs: LogSettings;
  /**
   * `allow` lets webhooks and mail connections reach loopback addresses. Never use it in a stage with
   * customers. Default: `refuse`.
   */
  readonly outboundLoopback: 'allow' | 'refuse';
  /**
   * Minimum seconds between two attempts to a failing webhook endpoint. 0: every attempt is made when it is
   * due. Default: 60.
   */
  readonly failingAttemptSeconds: number;
  /**
   * Deliveries to a webhook endpoint that responds more slowly than this use the queue for slow endpoints, so
   * that they do not delay the others. Default: 500.
   */
  readonly slowAfterMs: number;
  /**
   * Requests per second that the gateway passes to one method of a path, for all callers together. The burst is twice as large.
   * Links in emails and unknown paths have the limits of their contracts. Default: 500.
   */
  readonly methodRequestsPerSecond: number;
  /** How functions share the account's concurrent executions; see `shareCapacity`. Default: a quota of 1,000, or 100 with `destroy`. */
  readonly capacity: Capacity;
  /** Whether the stage has a CloudWatch dashboard for operators, which costs $3 a month. Default: `false`. */
  readonly dashboard: boolean;
  /**
   * Base URL of links in messages, for a stage with its own link domain that is mapped to the gateway's
   * stage: `https://links.example.com`, without a trailing slash. Default: the gateway's own address.
   */
  readonly linksBaseUrl?: string;
  /**
   * A name of the operator that points to the stage's proxy for tracking domains, and that the CNAME records of customers
   * point to. Default: no proxy.
   */
  readonly trackingDomainTarget?: string;
  /**
   * `true` allows a stage with `removal: 'retain'` to have neither `domain` nor `linksBaseUrl`: the links in sent emails end if the
   * gateway is ever created again. Default: such a stage is refused.
   */
  readonly generatedLinks?: boolean;
  /** Custom domain of the API, in addition to the gateway's own address. Default: none. */
  readonly domain?: { readonly name: string; readonly certificate: Pick<ICertificate, 'certificateArn'> };
  /**
   * A table that replaces the stage's own table, which stays unchanged, such as a table that was restored from a backup. It has the
   * same keys, indexes and stream, and is encrypted with `dataKey` or a key of AWS. Default: the stage's own table.
   */
  readonly table?: Pick<ITable, 'tableArn' | 'tableStreamArn'>;
  /**
   * The symmetric key that encrypts secrets, and the HMAC key that signs links. With `table`, the stage has no own table: for a stage
   * that was lost. A deployed stage cannot get other keys, because its data is encrypted. Default: keys of the stage.
   */
  readonly keys?: { readonly secrets: Pick<IKey, 'keyArn'>; readonly signing: Pick<IKey, 'keyArn'> };
  /**
   * A symmetric key that encrypts table, queues, buckets and topics. Its policy lets the account's IAM policies permit its use, and
   * CloudWatch publish to the topics. Default: keys of AWS.
   */
  readonly dataKey?: Pick<IKey, 'keyArn'>;
  /** A bucket that replaces the stage's own bucket of exports, which does not exist then. */
  readonly exportsBucketName?: string;
  /**
   * Filters requests before they reach the gateway: an existing regional web ACL, or one of the stage that rejects the requests of
   * an address above this number in five minutes. Default: none.
   */
  readonly webAcl?: { readonly arn: string } | { readonly rateLimitPerAddress: number };
  /**
   * VPC of the functions that connect to mail servers, webhook endpoints and OAuth providers. Its private subnets need a NAT gateway,
   * through which these functions also call AWS. Default: no VPC, or one of the stage with `fixedAddress`.
   */
  readonly vpc?: IVpc;
  /** `true`: those functions connect from one fixed address, the output `FixedAddress`. `vpc` replaces it. Default: changing addresses. */
  readonly fixedAddress?: boolean;
  /**
   * Topic of the alarms that need an engineer now. Its policy must allow CloudWatch to publish. Default: a topic of the stage. If a deployed stage gets
   * another topic, deploy its workers stack first, with `--exclusively`.
   */
  readonly alarmTopic?: Pick<ITopic, 'topicArn'>;
  /** Address that receives what the own topics receive. Default: none. */
  readonly alarmEmail?: string;
  /** Cost of the account in a month, in dollars, above which a ticket is sent. Default: no budget. */
  readonly monthlyBudgetUsd?: number;
  /** Whether X-Ray records the gateway and all functions. */
  readonly tracing: boolean;
  /** Whether the gateway logs each request, also requests that no function gets. The account needs a role for these logs. */
  readonly accessLogs: boolean;
}

interface LogSettings {
  /** Default: three months with `removal: 'retain'`, otherwise a week. */
  readonly retention: RetentionDays;
  /** `INFO` adds Lambda's start, end and report lines to every invocation, about 0.4 KB. Default: `WARN` with `removal: 'retain'`. */
  readonly systemLevel: SystemLogLevel;
  /** Key that encrypts the logs. Its policy must allow CloudWatch Logs to use it. Default: a key of AWS. */
  readonly encryptionKey?: IKey;
  /** Receives all lines of the log groups, for example a delivery stream. Default: none. */
  readonly destination?: ILogSubscriptionDestination;
}

/**
 * As many as one link of emails. The burst of 1,000 is below the quota of an account in every region, which is at least 1,250:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const methodRequestsPerSecond = 500;

/** A stage that may lose its data: the deletion of its stacks deletes the table, the keys and the logs. */
const disposable = {
  removal: 'destroy',
  logs: { retention: RetentionDays.ONE_WEEK, systemLevel: SystemLogLevel.INFO },
} as const;

const production = {
  removal: 'retain',
  logs: { retention: RetentionDays.THREE_MONTHS, systemLevel: SystemLogLevel.WARN },
} as const;

/** A failed creation leaves no orphans. */
export function removalPolicyOf({ removal }: Pick<StageSettings, 'removal'>): RemovalPolicy {
  return removal === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

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
 * @internal
 */
export function stageSettings(stage: string, entry: StageEntry = {}): StageSettings {
  const {
    production: isProduction = stage === 'prod',
    domainName: name,
    certificateArn,
    linksBaseUrl,
  } = entry;

  const settings: StageSettings = {
    ...(isProduction ? production : disposable),
    outboundLoopback: stage === 'local' ? 'allow' : 'refuse',
    failingAttemptSeconds: 60,
    slowAfterMs: 500,
    methodRequestsPerSecond: entry.methodRequestsPerSecond ?? methodRequestsPerSecond,
    dashboard: entry.dashboard === true,
    tracing: entry.tracing === true,
    accessLogs: entry.accessLogs === true,
    capacity: capacityOf(entry, isProduction || stage === 'local', isProduction),
    env: {
      ...(entry.account !== undefined && { account: entry.account }),
      ...(entry.region !== undefined && { region: entry.region }),
    },
    ...(name !== undefined &&
      certificateArn !== undefined && { domain: { name, certificate: { certificateArn } } }),
    ...(linksBaseUrl !== undefined && { linksBaseUrl }),
    ...(entry.trackingDomainTarget !== undefined && { trackingDomainTarget: entry.trackingDomainTarget }),
    ...retainedResources(entry),
    ...(entry.dataKeyArn !== undefined && { dataKey: { keyArn: entry.dataKeyArn } }),
    ...(entry.webAclArn !== undefined && { webAcl: { arn: entry.webAclArn } }),
    ...(entry.rateLimitPerAddress !== undefined && {
      webAcl: { rateLimitPerAddress: entry.rateLimitPerAddress },
    }),
    ...(entry.alarmTopicArn !== undefined && { alarmTopic: { topicArn: entry.alarmTopicArn } }),
    ...(entry.alarmEmail !== undefined && { alarmEmail: entry.alarmEmail }),
    generatedLinks: entry.generatedLinks === true,
    fixedAddress: entry.fixedAddress === true,
    ...(entry.monthlyBudgetUsd !== undefined && { monthlyBudgetUsd: entry.monthlyBudgetUsd }),
  };
  requireStableLinks(stage, settings);

  return settings;
}

/** @throws when links of a stage that keeps its data would end with its gateway, unless the settings accept that */
export function requireStableLinks(stage: string, settings: StageSettings): void {
  const { removal, domain, linksBaseUrl, generatedLinks } = settings;
  if (removal === 'destroy' || (domain ?? linksBaseUrl) !== undefined || generatedLinks === true) return;
  throw new UserError(
    `The stage ${stage} needs a domain with a certificate, or linksBaseUrl, because sent emails keep their links: a gateway that is created again has another address. Set generatedLinks to true if the links may end with the gateway.`,
  );
}

function retainedResources({ tableStreamArn, secretsKeyArn, signingKeyArn, exportsBucketName }: StageEntry) {
  return {
    ...(tableStreamArn !== undefined && {
      table: { tableArn: tableStreamArn.replace(/\/stream\/.*/, ''), tableStreamArn },
    }),
    ...(secretsKeyArn !== undefined &&
      signingKeyArn !== undefined && {
        keys: { secrets: { keyArn: secretsKeyArn }, signing: { keyArn: signingKeyArn } },
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
