import { hash } from 'node:crypto';
import { invalidField, type Problem } from '#lib/values/problem.ts';

const digestLength = 16;

/** Sort keys are printable ASCII of at most 1,024 bytes. The digest has no secret, so a forged cursor may have any text. */
const positionGrammar = /^[\x21-\x7e]{1,1000}$/;

/**
 * An opaque cursor: the position at the end of a page, bound to its list and filters. It has no data that the caller has not
 * seen. The workspace is part of `list`, so a forged cursor gives no access to other data.
 */
export function cursorFor(position: string, list: string): string {
  return Buffer.from(`${position}${digest(position, list)}`).toString('base64url');
}

/**
 * The position in a cursor.
 * @returns undefined without a cursor
 * @throws Problem 422 when the cursor is damaged, forged or belongs to another list */
export function positionOf(cursor: string | undefined, list: string): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(0, -digestLength);
  if (text.slice(-digestLength) !== digest(position, list) || !positionGrammar.test(position)) {
    throw invalidCursor();
  }

  return position;
}

export function invalidCursor(): Problem {
  return invalidField('cursor', 'cursor', 'is damaged, or belongs to another list or other filters');
}

function digest(position: string, list: string): string {
  return hash('sha256', `${list} ${position}`, 'base64url').slice(0, digestLength);
}
