import { hash } from 'node:crypto';
import { invalidField, type Problem } from '#lib/values/problem.ts';

const digestLength = 16;

/** Sort keys are printable ASCII and at most 1,024 bytes: a caller who knows the digest can make a cursor of any text. */
const positionGrammar = /^[\x21-\x7e]{1,1000}$/;

/**
 * Opaque; says where a page ended, and of which list under which filters. It holds nothing that its bearer has not
 * seen, and the workspace is part of `list`, so that a forged one leads nowhere.
 */
export function cursorFor(position: string, list: string): string {
  return Buffer.from(`${position}${digest(position, list)}`).toString('base64url');
}

/** @throws Problem 422 for a cursor that is damaged, forged or belongs to another list. */
export function positionOf(cursor: string | undefined, list: string): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(0, -digestLength);
  if (text.slice(-digestLength) !== digest(position, list) || !positionGrammar.test(position)) {
    throw foreignCursor();
  }

  return position;
}

export function foreignCursor(): Problem {
  return invalidField('cursor', 'cursor', 'is damaged, or belongs to another list or other filters');
}

function digest(position: string, list: string): string {
  return hash('sha256', `${list} ${position}`, 'base64url').slice(0, digestLength);
}
