const snippetMax = 200;

/** How what is quoted begins, in a line of its own or two. */
const wrote =
  '(?:wrote|writes|schrieb|schreef|a écrit|escribi[óo]|ha scritto|escreveu|napisał(?:\\(a\\)|a)?|skrev|kirjoitti|napsala?|написала?|пише[тл]|yazdı)';
const borders = [
  new RegExp(`^[^\\n]{0,300}[ \\t>)]${wrote}[^\\n]{0,120}:[ \\t]*$`, 'imu'),
  new RegExp(`^[^\\n]{4,200}\\n(?:[^\\n]{0,200}[ \\t>)])?${wrote}[ \\t]*:[ \\t]*$`, 'imu'),
  /^[-_ ]{2,}\s*(?:original message|ursprüngliche nachricht|message d.origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|forwarded message)\b/imu,
  /^_{10,}[ \t]*$/m,
  /^(?:from|von|de|da|van|od|från|fra) ?: [^\n]{1,300}\n(?:sent|gesendet|envoyé|enviado|inviato|verzonden|wysłano|skickat|sendt|date|datum) ?:/imu,
];

/** What the writer of a reply says: without what he quotes, on one line, at most 200 characters. */
export function ownWords(text: string): string {
  const plain = text.slice(0, 16_384).replaceAll(/\r\n?/g, '\n');
  const ends = borders.map((border) => border.exec(plain)?.index ?? plain.length);
  const own = plain
    .slice(0, Math.min(...ends))
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join(' ');
  const words = own.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

  return words
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
