import * as z from 'zod/mini';
import { parseInput, validationError } from '../service-error.ts';
import { parseTiming, type Timing } from './schedule-expression.ts';

const name = z.string().check(z.regex(/^[0-9a-zA-Z-_.]{1,64}$/));

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Target.html */
const target = z.looseObject({
  Arn: z.string().check(z.regex(/^arn:aws[a-z-]*:/), z.maxLength(1600)),
  RoleArn: z.string().check(z.regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/./), z.maxLength(1600)),
  Input: z.optional(z.string().check(z.minLength(1))),
});

/**
 * The fields that the service uses. A request with another one is refused, because ignoring it would fire at other times than AWS.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
 */
export const scheduleDefinition = z.strictObject({
  GroupName: z._default(name, 'default'),
  ScheduleExpression: z.string().check(z.minLength(1), z.maxLength(256)),
  Target: target,
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF') }),
  ActionAfterCompletion: z._default(z.enum(['DELETE', 'NONE']), 'NONE'),
  ClientToken: z.optional(z.string()),
});

export type ScheduleDefinition = z.infer<typeof scheduleDefinition>;

/** @throws {ServiceError} ValidationException */
export function parseDefinition(body: string): ScheduleDefinition {
  const { ClientToken: _, ...definition } = parseInput(scheduleDefinition, body);
  timingOf(definition);

  return definition;
}

/** @throws {ServiceError} ValidationException, for an expression that is neither `at()` nor `rate()`. */
export function timingOf({ ScheduleExpression: expression }: ScheduleDefinition): Timing {
  const timing = parseTiming(expression);
  if (timing === undefined) {
    const hint = expression.startsWith('cron(') ? ' The local engine supports only at() and rate().' : '';
    throw validationError(`Invalid Schedule Expression ${expression}.${hint}`);
  }

  return timing;
}

/** @throws {ServiceError} ValidationException */
export function parseName(value: string): string {
  const result = name.safeParse(value);
  if (!result.success) {
    throw validationError(
      `Value '${value}' at 'name' failed to satisfy regular expression pattern: [0-9a-zA-Z-_.]+`,
    );
  }

  return result.data;
}

/** @throws {ServiceError} ValidationException */
export function parseMaxResults(value: string | null): number {
  const count = Number(value ?? 100);
  if (!Number.isInteger(count) || count < 1 || count > 100) {
    throw validationError("Value at 'maxResults' must be between 1 and 100.");
  }

  return count;
}
