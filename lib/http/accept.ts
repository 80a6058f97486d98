/** No browser or library sends a longer header. A longer one counts as absent. */
const acceptLengthMax = 1000;

/** How well an `Accept` header matches a media type. */
interface Match {
  /** 0: not acceptable. */
  readonly quality: number;
  /** 2: the range is the type itself, 1: all its subtypes, 0: every type, -1: no range matches. */
  readonly specificity: number;
}

/**
 * Whether a client prefers JSON to HTML: RFC 9110, section 12.5.1. Between two types of equal quality, the more specific range
 * decides: a client that names JSON and accepts everything else gets JSON, and a client that only accepts everything gets HTML.
 * @param accept all values of the header, joined by commas
 */
export function prefersJson(accept: string): boolean {
  const ranges = rangesOf(accept);
  const json = matchOf('application/json', ranges);
  const html = matchOf('text/html', ranges);

  return json.quality === html.quality
    ? json.quality > 0 && json.specificity > html.specificity
    : json.quality > html.quality;
}

/** The ranges of `Accept` or `Accept-Language` in lower case, with their qualities. Parameters other than `q` are ignored. */
export function rangesOf(header: string): ReadonlyMap<string, number> {
  return new Map(header.length > acceptLengthMax ? [] : header.split(',').map(parseRange));
}

/** The most specific range that matches decides, even if a more general one has a higher quality. */
function matchOf(type: string, ranges: ReadonlyMap<string, number>): Match {
  const [general] = type.split('/');
  const candidates = ['*/*', `${general}/*`, type];
  const specificity = candidates.findLastIndex((range) => ranges.has(range));

  return { quality: ranges.get(candidates[specificity] ?? '') ?? 0, specificity };
}

/** A malformed `q` is 0. */
function parseRange(text: string): [range: string, quality: number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';

  return [range, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}
