import { isRecord } from '../template/intrinsics.ts';

/**
 * Whether an event matches a filter pattern.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws on an unsupported operator, because a guess would pass or drop the wrong records.
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isRecord(pattern)) throw new Error(`No event pattern: ${JSON.stringify(pattern)}`);

  return Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or' && Array.isArray(expected)) return expected.some((one) => matchesPattern(one, event));
    const actual = isRecord(event) ? event[key] : undefined;

    return Array.isArray(expected)
      ? expected.some((rule) => matchesRule(rule, actual))
      : matchesPattern(expected, actual);
  });
}

function matchesRule(rule: unknown, actual: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((entry) => matchesRule(rule, entry));
  if (!isRecord(rule)) return rule === actual;

  return Object.entries(rule).every(([operator, operand]) => matchesOperator(operator, operand, actual));
}

function matchesOperator(operator: string, operand: unknown, actual: unknown): boolean {
  switch (operator) {
    case 'prefix':
      return typeof actual === 'string' && actual.startsWith(String(operand));
    case 'suffix':
      return typeof actual === 'string' && actual.endsWith(String(operand));
    case 'exists':
      return (actual !== undefined) === operand;
    case 'equals-ignore-case':
      return typeof actual === 'string' && actual.toLowerCase() === String(operand).toLowerCase();
    case 'anything-but':
      return actual !== undefined && !asList(operand).some((rule) => matchesRule(rule, actual));
    case 'numeric':
      return matchesNumeric(asList(operand), actual);
    default:
      throw new Error(`The local stack does not support the pattern operator ${operator}`);
  }
}

/** @param operands operators and bounds alternate, such as `['>', 0, '<=', 5]` */
function matchesNumeric(operands: readonly unknown[], actual: unknown): boolean {
  if (typeof actual !== 'number') return false;
  const comparisons: Readonly<Record<string, (bound: number) => boolean>> = {
    '=': (bound) => actual === bound,
    '<': (bound) => actual < bound,
    '<=': (bound) => actual <= bound,
    '>': (bound) => actual > bound,
    '>=': (bound) => actual >= bound,
  };

  return operands.every(
    (operand, index) =>
      index % 2 === 1 || comparisons[String(operand)]?.(Number(operands[index + 1])) === true,
  );
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
