/** Names of the characters from U+00A0 on, in order: https://html.spec.whatwg.org/multipage/named-characters.html */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** Other names, each with its character. */
const otherCharacters =
  'amp=& AMP=& COPY=© REG=® lt=< LT=< gt=> GT=> quot=" QUOT=" apos=\' OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ ' +
  'circ=ˆ tilde=˜ ensp=\u2002 emsp=\u2003 thinsp=\u2009 zwnj=\u200c zwj=\u200d ndash=– mdash=— lsquo=‘ ' +
  'rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… permil=‰ lsaquo=‹ rsaquo=› ' +
  'euro=€ trade=™ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ minus=− infin=∞ asymp=≈ ne=≠ le=≤ ge=≥ radic=√ check=✓ ' +
  'star=☆ starf=★';
/** Rare in emails, but they can hide a URL from the check of links. */
const urlCharacters =
  'Tab=\t NewLine=\n excl=! num=# dollar=$ percnt=% lpar=( rpar=) ast=* plus=+ comma=, period=. sol=/ ' +
  'colon=: semi=; equals== quest=? commat=@ lsqb=[ bsol=\\ rsqb=] lowbar=_ lcub={ verbar=| rcub=}';

const characterByName: ReadonlyMap<string, string> = new Map([
  // The last code unit is the character; before it are the name and the equals sign.
  ...`${otherCharacters} ${urlCharacters}`
    .split(' ')
    .map((pair) => [pair.slice(0, -2), pair.slice(-1)] as const),
  ...latin.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
]);

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,7}));/gi;
/** Old names are also references without a semicolon, before any character. */
const unfinishedReference = new RegExp(
  `&(amp|AMP|lt|LT|gt|GT|quot|QUOT|COPY|REG|${latin.replaceAll(' ', '|')})(?![a-zA-Z0-9]{0,7};)`,
  'g',
);

/**
 * Resolves numeric references and the named references that emails use. Unknown names stay as they are; escape the result
 * like any text. For attribute values: a parameter of a URL, such as `&copy=1`, is no reference.
 */
export function resolveReferences(text: string): string {
  return text.replaceAll(reference, (whole, hex?: string, decimal?: string, name?: string) =>
    name === undefined ? characterOf(hex, decimal) : (characterByName.get(name) ?? whole),
  );
}

/** Resolves the references of text between tags, where old names need no semicolon: `&copy 2024`. */
export function resolveTextReferences(text: string): string {
  const finished = text.replaceAll(unfinishedReference, (_, name: string) => `&${name};`);

  return resolveReferences(finished);
}

function characterOf(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);

  return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
