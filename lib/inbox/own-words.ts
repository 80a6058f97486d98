const snippetMax = 200;

/** A longer line is a paragraph and begins no quotation. It also bounds the work per line. */
const lineLengthMax = 420;

const wrote =
  '(?:wrote|writes|schrieb|schreef|a écrit|escribi[óo]|ha scritto|escreveu|napisał(?:\\(a\\)|a)?|skrev|kirjoitti|napsala?|написала?|пише[тл]|yazdı)';
/** `On Monday, Sam wrote:` and `Am Montag schrieb Sam:` */
const wroteWithin = new RegExp(`[ \\t>)]${wrote}`, 'iu');
/** The second line of an attribution on two lines. */
const wroteAtEnd = new RegExp(`(?:^|[ \\t>)])${wrote}[ \\t]*:$`, 'iu');
const separator =
  /^(?:original message|ursprüngliche nachricht|message d.origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|forwarded message)\b/iu;
const ruler = /^_{10,}$/;
const fromField = /^(?:from|von|de|da|van|od|från|fra) ?: ./iu;
const dateField = /^(?:sent|gesendet|envoyé|enviado|inviato|verzonden|wysłano|skickat|sendt|date|datum) ?:/iu;

/**
 * What the writer of a reply says: without what he quotes, on one line, at most 200 characters. Whoever writes nothing above
 * what he quotes has written below it.
 */
export function ownWords(text: string): string {
  const lines = text.slice(0, 16_384).replaceAll(/\r\n?/g, '\n').split('\n');
  const words = unquoted(above(lines)) || unquoted(below(lines));

  return words
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

function above(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((_, at) => attributionLines(lines, at) > 0 || isBorder(lines, at));

  return end === -1 ? lines : lines.slice(0, end);
}

function below(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((_, each) => attributionLines(lines, each) > 0);
  const rest = at === -1 ? [] : lines.slice(at + attributionLines(lines, at));
  const first = rest.find((line) => line.trim() !== '') ?? '';

  return first.trimStart().startsWith('>') ? above(rest) : [];
}

/** How many lines the attribution takes that begins at a line: 0, 1 or 2. */
function attributionLines(lines: readonly string[], at: number): 0 | 1 | 2 {
  const [line, next] = [lineAt(lines, at), lineAt(lines, at + 1)];
  if (line.endsWith(':') && wroteWithin.test(line)) return 1;

  return line.length >= 4 && wroteAtEnd.test(next) ? 2 : 0;
}

/** Whether all text from this line on is quoted. */
function isBorder(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at);
  if (/^[-_ ]{2}/.test(line) && separator.test(line.replace(/^[-_ \t]+/, ''))) return true;

  return ruler.test(line) || (fromField.test(line) && dateField.test(lineAt(lines, at + 1)));
}

function lineAt(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';

  return line.length > lineLengthMax ? '' : line.trimEnd();
}

function unquoted(lines: readonly string[]): string {
  return lines
    .filter((line) => !line.startsWith('>'))
    .join(' ')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
}
