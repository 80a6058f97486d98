import type * as z from 'zod/mini';
import type { ProblemDetail } from '#lib/values/problem.ts';

type Issue = z.core.$ZodIssue;

/**
 * Converts schema errors to messages. zod/mini has no message texts, which keeps it small.
 * @param root prefix of each path
 */
export function describeIssues(issues: readonly Issue[], root = ''): ProblemDetail[] {
  return issues.flatMap((issue) => describeIssue(issue, root));
}

/** As `describeIssues`. An error of the whole part, without a path, gets the name of the part as its path. */
export function describePartIssues(issues: readonly Issue[], part: 'query' | 'body'): ProblemDetail[] {
  return describeIssues(issues).map((fault) => ({ ...fault, path: fault.path || part }));
}

function describeIssue(issue: Issue, root: string): ProblemDetail[] {
  const path = formatPath(issue.path, root);

  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: formatPath([...issue.path, key], root),
      rule: 'unknown_field',
      message: 'not a field of this request',
    }));
  }

  return [{ path, rule: issue.code, message: messageOf(issue) }];
}

function messageOf(issue: Exclude<Issue, z.core.$ZodIssueUnrecognizedKeys>): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : `must be ${withArticle(issue.expected)}`;
    case 'too_small':
      return (
        ownMessage(issue) ??
        sizeMessage(issue.inclusive ? 'at least' : 'more than', issue.minimum, issue.origin)
      );
    case 'too_big':
      return (
        ownMessage(issue) ??
        sizeMessage(issue.inclusive ? 'at most' : 'less than', issue.maximum, issue.origin)
      );
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return ownMessage(issue) ?? `must be a valid ${issue.format}`;
    case 'invalid_key':
      return keyMessage(issue.issues[0]);
    case 'invalid_union':
    case 'invalid_element':
    case 'not_multiple_of':
      return 'has a value that is not allowed';
    case 'custom':
      return issue.message;
  }
}

/** @returns undefined if the rule has only the default message of the library */
function ownMessage({ message }: Issue): string | undefined {
  return message === 'Invalid input' ? undefined : message;
}

/** @param fault the error of the field's name. The default message of a format would not help, so it is replaced. */
function keyMessage(fault: Issue | undefined): string {
  const hasDefaultMessage = fault?.code === 'invalid_format' && ownMessage(fault) === undefined;

  return fault === undefined || fault.code === 'unrecognized_keys' || hasDefaultMessage
    ? 'has a name that is not allowed'
    : `name ${messageOf(fault)}`;
}

const countedUnits = new Map([
  ['string', 'character'],
  ['array', 'element'],
]);

function sizeMessage(relation: string, size: number | bigint, origin: string): string {
  const unit = countedUnits.get(origin);
  if (unit === undefined) return `must be ${relation} ${size}`;

  return `must have ${relation} ${size} ${unit}${Number(size) === 1 ? '' : 's'}`;
}

function withArticle(expected: string): string {
  const noun = expected === 'int' ? 'integer' : expected;

  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** `steps[1].subject` */
function formatPath(path: readonly PropertyKey[], root: string): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;

    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, root);
}
