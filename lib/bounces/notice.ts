import { withoutAnnouncement } from '#lib/bounces/failed-recipients.ts';

/** The readable text of a report, without the returned message. */
export interface Notice {
  readonly lines: readonly string[];
  /** From the start of the returned message to the end of the text; empty if the text does not contain it. */
  readonly returned: string;
}

/** Characters read of a report. */
const textMax = 65_536;
const linesMax = 400;
const lineMax = 1000;

/** Lines that announce the returned message. */
const borderPatterns = [
  /^[-=*_ ]{2,40}(?:below this line|original message|original mail|returned message|unsent message|message header|message text|this is a copy|copy of (?:the|your) message|the header of the original|undelivered message|unsent)/i,
  /^(?:below is a copy of the original|original message (?:follows|headers)|original message:|message headers follow|the original message (?:follows|is below)|---+ ?forwarded message)/i,
];
/** Fields that a returned message begins with, but a notice does not. */
const headerField =
  /^(?:received|return-path|dkim-signature|x-received|mime-version|message-id|x-[a-z-]+|arc-seal) ?: ?\S/i;

/**
 * Lines that give no reason: commands of the session (`>>> MAIL FROM:<me@example.org>`), notes about the attached copy, and notes
 * of scanners about the report itself.
 */
const commentPattern =
  /^[\s>]{0,10}(?:[\w ]{1,20}: ?)?(?:mail from|rcpt to) ?:? ?<?[^\s<>]{0,320}>?(?: (?:size|body)=\w{1,20}){0,2}\s*$|\battach\w{0,5}\b.{0,80}\b(?:copy|original|headers?)\b|\bcopy of (?:the|your)\b|\battached\b.{0,20}$|\bscanned (?:for|by)\b|\bvirus[- ]free\b|\bbelieved to be clean\b/i;

/** The lines of a notice that may give a reason. */
export function reasonLines({ lines }: Notice): string[] {
  return lines.filter((line) => !commentPattern.test(line)).map(withoutAnnouncement);
}

/** Splits the text of a report, and removes the quotation marks of a forwarded report. */
export function readNotice(text: string): Notice {
  const lines = text
    .slice(0, textMax)
    .replaceAll('\r\n', '\n')
    .split('\n', linesMax)
    .map((line) => line.slice(0, lineMax).replace(/^(?:> ?){1,5}/, ''));
  const end = lines.findIndex(
    (line, at) => isBorder(line) || (headerField.test(line) && at > 0 && isHeaderStart(lines, at)),
  );

  return end === -1
    ? { lines, returned: '' }
    : { lines: lines.slice(0, end), returned: lines.slice(end).join('\n') };
}

function isBorder(line: string): boolean {
  const plain = line.trim();

  return borderPatterns.some((each) => each.test(plain));
}

/** A single field may be a line of the notice; two consecutive fields are a header. */
function isHeaderStart(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1] ?? '';

  return /^[ \t]+\S/.test(next) || /^[A-Za-z][A-Za-z0-9-]+ ?:/.test(next);
}
