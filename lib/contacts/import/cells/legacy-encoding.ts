/** In order of preference if several fit. */
const encodings = ['windows-1252', 'windows-1250', 'macintosh'] as const;
type LegacyEncoding = (typeof encodings)[number];

type CharacterKind = 'upper' | 'lower' | 'symbol' | 'other';

/** Signs that text has beside letters. */
const usualSigns = /[\p{Z}\p{Pd}\p{Pi}\p{Pf}‚„…•·€™®©°ªº]/u;

function kindOf(character: string): CharacterKind {
  if (/\p{Lu}/u.test(character)) return 'upper';
  // No name has the sign of guilders.
  if (/\p{L}/u.test(character) && character !== 'ƒ') return 'lower';

  return character < '\u0080' || usualSigns.test(character) ? 'other' : 'symbol';
}

/**
 * The encoding in which the fewest characters look wrong: `Ž` in «RenŽ», `£` in «£ukasz». Another encoding than windows-1252
 * needs several signs, relative to the text.
 */
export function findLegacyEncoding(bytes: Uint8Array): { encoding: LegacyEncoding; characters: number } {
  const [standard, ...others] = encodings.map((encoding) => countOdd(bytes, encoding));
  const characters = standard?.characters ?? 0;
  const isClear = (standard?.odd ?? 0) * 10 >= characters;
  const best = others.toSorted((one, other) => one.odd - other.odd)[0];
  const encoding = isClear && best && best.odd < (standard?.odd ?? 0) ? best.encoding : 'windows-1252';

  return { encoding, characters };
}

function countOdd(bytes: Uint8Array, encoding: LegacyEncoding) {
  const decoder = new TextDecoder(encoding);
  const kinds = Array.from({ length: 256 }, (_, byte) => kindOf(decoder.decode(Uint8Array.of(byte))));
  const kindAt = (at: number) => kinds[bytes[at] ?? 0] ?? 'other';
  const isLetter = (kind: CharacterKind) => kind === 'upper' || kind === 'lower';
  let [odd, characters] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    characters += 1;
    const [before, kind, after] = [kindAt(at - 1), kindAt(at), kindAt(at + 1)];
    // A cubic metre, m³, is no name, and ¿ and ¡ begin a sentence.
    const isUnit = bytes[at - 1] === 0x6d && !isLetter(after);
    const isBeforeLetter = isLetter(after) && byte !== 0xa1 && byte !== 0xbf;
    const isOdd =
      (kind === 'symbol' && !isUnit && (isLetter(before) || isBeforeLetter)) ||
      (kind === 'upper' && (before === 'lower' || (before === 'upper' && after === 'lower')));
    if (isOdd) odd += 1;
  }

  return { encoding, odd, characters };
}
