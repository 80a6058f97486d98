import * as z from 'zod/mini';
import { parseInput, validationError } from '../service-error.ts';
import { isTimeZone, parseTiming, type Timing } from './schedule-expression.ts';

const name = z.string().check(z.regex(/^[0-9a-zA-Z-_.]{1,64}$/));

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Target.html */
const target = z.looseObject({
  Arn: z.string().check(z.regex(/^arn:aws[a-z-]*:/), z.maxLength(1600)),
  RoleArn: z.string().check(z.regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/./), z.maxLength(1600)),
  Input: z.optional(z.string().check(z.minLength(1))),
});

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html; dates are epoch seconds. */
export const scheduleDefinition = z.object({
  GroupName: z._default(name, 'default'),
  ScheduleExpression: z.string().check(z.minLength(1), z.maxLength(256)),
  ScheduleExpressionTimezone: z._default(z.string().check(z.minLength(1), z.maxLength(50)), 'UTC'),
  Target: target,
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF') }),
  State: z._default(z.enum(['ENABLED', 'DISABLED']), 'ENABLED'),
  ActionAfterCompletion: z._default(z.enum(['DELETE', 'NONE']), 'NONE'),
  Description: z.optional(z.string().check(z.maxLength(512))),
  StartDate: z.optional(z.number()),
  EndDate: z.optional(z.number()),
});

export type ScheduleDefinition = z.infer<typeof scheduleDefinition>;

/** @throws {ServiceError} ValidationException */
export function parseDefinition(body: string): ScheduleDefinition {
  const definition = parseInput(scheduleDefinition, body);
  timingOf(definition);

  return definition;
}

/** @throws {ServiceError} ValidationException, for an expression that is neither `at()` nor `rate()`. */
export function timingOf(definition: ScheduleDefinition): Timing {
  const { ScheduleExpression: expression, ScheduleExpressionTimezone: timeZone } = definition;
  if (!isTimeZone(timeZone)) {
    throw validationError(`Invalid Schedule Expression Timezone ${timeZone}.`);
  }
  const timing = parseTiming(expression, timeZone);
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
