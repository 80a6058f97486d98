import { RemovalPolicy } from 'aws-cdk-lib';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

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
  /**
   * Where the links of mails lead when the stage has a domain of its own, which is mapped to the gateway's stage:
   * `https://links.example.com`, without a slash at its end. Default: the gateway's own address.
   */
  readonly linksBaseUrl?: string;
}

const disposable = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.ONE_WEEK,
  systemLogLevel: SystemLogLevel.INFO,
  failingAttemptSeconds: 60,
  slowAfterMs: 500,
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
  },
} as const satisfies Record<string, StageSettings>;

export type StageName = keyof typeof stages;

/** @throws when there is no such stage: a misspelt one must not deploy with somebody else's settings. */
export function parseStageName(value: unknown): StageName {
  const name = Object.keys(stages).find((known): known is StageName => known === value);

  if (name === undefined) {
    throw new Error(`Unknown stage ${JSON.stringify(value)}. Known: ${Object.keys(stages).join(', ')}.`);
  }

  return name;
}
