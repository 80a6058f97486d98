import { operationName } from '#lib/runtime/config.ts';

type LogValue = string | number | boolean | null | undefined;

/** The fields of a log line. There is no field for bodies, headers, addresses or credentials. */
export interface LogFields {
  readonly requestId?: string | undefined;
  readonly principal?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly campaignId?: string;
  readonly contactId?: string;
  readonly webhookId?: string;
  readonly eventId?: string;
  readonly accountId?: string;
  readonly queue?: string;
  /** The id of the campaign, email account or workspace that the statistics belong to. */
  readonly scopeId?: string;
  readonly day?: string;
  readonly status?: number;
  readonly code?: string;
  readonly durationMs?: number;
  readonly count?: number;
  readonly lateSeconds?: number;
  readonly attempt?: number;
  readonly outcome?: string;
  readonly replayed?: boolean;
}

type Level = 'info' | 'warn' | 'error';

/**
 * Writes one line of JSON. Of an error it logs only the name and the stack frames, because messages may quote input. Lambda
 * reads `level` and `timestamp` (RFC 3339) from the line. Without them it assumes INFO and the time of arrival.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export function log(level: Level, message: string, fields: LogFields = {}, error?: unknown): void {
  const line: Record<string, LogValue> = {
    level,
    message,
    timestamp: new Date().toISOString(),
    operation: operationName(),
    ...fields,
  };
  if (error instanceof Error) {
    line['error'] = error.name;
    line['at'] = error.stack?.split('\n    at ').slice(1, 4).join(' < ');
  }
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
