import type { Random } from './random.ts';

const idPattern = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;
const keptMax = 30;

/** Values from earlier responses of a workspace, for use in requests. */
export interface Pool {
  harvest(body: unknown): void;
  /** A known id with a prefix such as `con`, usually a recent one; undefined if no such id is known. */
  id(prefix: string, dice: Random): string | undefined;
  cursor(dice: Random): string | undefined;
  forget(id: string): void;
}

/** @param hidden ids that must not be used, such as the id of the current key, which could be revoked */
export function newPool(hidden: (id: string) => boolean): Pool {
  const ids = new Map<string, string[]>();
  const cursors: string[] = [];
  const keep = (list: string[], value: string) => {
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > keptMax) list.shift();
  };
  const harvest = (value: unknown, name = '') => {
    if (typeof value === 'string') {
      if (name === 'nextCursor') keep(cursors, value);
      if (!idPattern.test(value) || hidden(value)) return;
      const prefix = value.slice(0, 3);
      ids.set(prefix, ids.get(prefix) ?? []);
      keep(ids.get(prefix) ?? [], value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) harvest(each, key);
    }
  };
  const some = (list: readonly string[] | undefined, die: Random) =>
    list && list.length > 0 ? die.pick(list) : undefined;

  return {
    harvest: (body) => harvest(body),
    id: (prefix, die) => some(ids.get(prefix), die),
    cursor: (die) => some(cursors, die),
    forget: (id) => {
      const list = ids.get(id.slice(0, 3));
      list?.splice(list.indexOf(id), list.includes(id) ? 1 : 0);
    },
  };
}
