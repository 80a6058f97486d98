import { type Print, textOf } from './footprint.ts';

/** The common result of undisturbed runs, with which every other run of the operation is compared. */
export interface Undisturbed {
  readonly prints: readonly Print[];
  /** Attributes that differ between two such runs: random values or request counters. */
  readonly incidental: ReadonlySet<string>;
}

/** Has the items of the first run; other items in a second run are deviations. */
export function commonGround(one: readonly Print[], other: readonly Print[]): Undisturbed {
  const [first, second] = [valuesByName(one), valuesByName(other)];
  const names = [...first.keys(), ...second.keys()];
  const incidental = new Set(names.filter((name) => first.get(name) !== second.get(name)));

  return { prints: one, incidental };
}

/** Lines that only one of the two runs has; empty when both had the same effect. */
export function deviations({ prints, incidental }: Undisturbed, found: readonly Print[]): string[] {
  const lines = (list: readonly Print[]) => list.map((print) => textOf(withoutIncidental(print, incidental)));

  return difference(lines(prints), lines(found));
}

function withoutIncidental({ place, attributes }: Print, incidental: ReadonlySet<string>): Print {
  const kept = Object.entries(attributes).map(([name, value]): [string, string] => [
    name,
    incidental.has(nameOf(place, name)) ? '<incidental>' : value,
  ]);

  return { place, attributes: Object.fromEntries(kept) };
}

/** All values of items with the same normalised key, because the items cannot be matched one to one. */
function valuesByName(prints: readonly Print[]): Map<string, string> {
  const values = new Map<string, string[]>();
  for (const { place, attributes } of prints) {
    for (const [name, value] of Object.entries(attributes)) {
      const key = nameOf(place, name);
      values.set(key, [...(values.get(key) ?? []), value].sort());
    }
  }

  return new Map([...values].map(([key, list]) => [key, list.join(' ')]));
}

const nameOf = (place: string, attribute: string) => `${place} .${attribute}`;

function difference(expected: readonly string[], found: readonly string[]): string[] {
  const surplus = [...found];
  const missing = expected.filter((line) => {
    const at = surplus.indexOf(line);
    if (at >= 0) surplus.splice(at, 1);

    return at < 0;
  });

  return [...missing.map((line) => `missing: ${line}`), ...surplus.map((line) => `too much: ${line}`)];
}
