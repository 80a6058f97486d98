/** A position in a URL that is being written: everything that decides how a value is inserted there. */
export interface UrlPosition {
  /** The beginning of the URL, without leading white space. */
  start: string;
  /** The part that the position is in. `start`: before the host, and in URLs without a host. */
  part: 'start' | 'host' | 'path' | 'query';
  last: string;
}

/** Enough for a scheme. */
const startLengthMax = 40;
const delimiters: ReadonlySet<string> = new Set('/?#');

export const urlStart = (): UrlPosition => ({ start: '', part: 'start', last: '' });

/** Moves the position behind one more character of the URL. Character references may be escaped: `&#38;` begins no fragment. */
export function advanceUrl(position: UrlPosition, character: string): void {
  const { start, part, last } = position;
  if (start.length >= startLengthMax && !delimiters.has(character)) {
    position.last = character;

    return;
  }
  if (start === '' && character.trim() === '') return;
  if (start.length < startLengthMax) position.start += character;
  position.last = character;
  if (character === '?' || (character === '#' && last !== '&')) position.part = 'query';
  else if (character !== '/' || part === 'query') return;
  else if (part === 'host') position.part = 'path';
  else if (/^https?:\/$/i.test(start)) position.part = 'host';
}

/** A host name with a dot, then the end or a port, a path, a query or a fragment. */
const domain = /^(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{0,62}(?=[:/?#]|$)/u;

/**
 * Escapes a value for its position in a URL. At the start it may be a whole URL with an allowed scheme, or a domain with a path.
 * In the host and the path it keeps its slashes. In the query it is one parameter value. A value in the path or the query never
 * changes the scheme or the host.
 */
export function escapeUrlValue(text: string, { start, part, last }: UrlPosition): string {
  const value = text.toWellFormed().trim();
  if (start === '') {
    if (/^(?:https?:\/\/|mailto:|tel:)/i.test(value)) return keepUrl(value);

    return domain.test(value) ? `https://${keepUrl(value)}` : encodeURIComponent(value);
  }
  if (/^(?:mailto|tel|sms):/i.test(start)) {
    return encodeURIComponent(value).replaceAll('%40', '@').replaceAll('%2B', '+');
  }
  if (part === 'host') return escapeHost(last === '/' ? value.replace(/^https?:\/\//i, '') : value);

  return part === 'path'
    ? escapePath(last === '/' ? value.replace(/^\/+/, '') : value)
    : encodeURIComponent(value);
}

/** Keeps the delimiters of a URL, and encodes the characters that no URL contains. */
function keepUrl(value: string): string {
  return value.replaceAll(/[\s\p{Cc}"<>\\^`{|}]/gu, encodeURIComponent);
}

/** The value may continue with a path. It cannot turn what precedes it into a user name. */
function escapeHost(value: string): string {
  const hostEnd = /[/?#]|$/.exec(value)?.index ?? value.length;

  return keepUrl(value.slice(0, hostEnd).replaceAll('@', '%40') + value.slice(hostEnd));
}

/** Keeps slashes and encoded characters. `..` could leave the path, so it is kept only as text. */
function escapePath(value: string): string {
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(value)) return encodeURIComponent(value);

  return value
    .split(/(\/|%[0-9a-f]{2})/i)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURIComponent(piece)))
    .join('');
}
