import { toSingleLine } from '#lib/values/text/single-line.ts';

/** A subject without any reply prefixes such as `Re:`. */
export function stripReplyPrefixes(subject: string): string {
  let rest = toSingleLine(subject);
  for (;;) {
    const prefix = /^re(?:\[\d{1,3}\])? ?:/i.exec(rest)?.[0];
    if (prefix === undefined) return rest;
    rest = rest.slice(prefix.length).trimStart();
  }
}
