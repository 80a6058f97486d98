import { isRecord } from '../template/intrinsics.ts';

/**
 * Whether an event matches a filter pattern.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws on an unsupported operator, because a guess would pass or drop the wrong records.
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isRecord(pattern)) throw new Error(`No event pattern: ${JSON.stringify(pattern)}`);

  return Object.entries(pattern).every(([key, expected]) => {
    const actual = isRecord(event) ? event[key] : undefined;

    return Array.isArray(expected)
      ? expected.some((rule) => matchesRule(rule, actual))
      : matchesPattern(expected, actual);
  });
}

/** @param rule a value that `actual` must equal, or an operator */
function matchesRule(rule: unknown, actual: unknown): boolean {
  if (!isRecord(rule)) return rule === actual;

  return Object.entries(rule).every(([operator, operand]) => {
    if (operator !== 'prefix') {
      throw new Error(`The local stack does not support the pattern operator ${operator}`);
    }

    return typeof actual === 'string' && actual.startsWith(String(operand));
  });
}
