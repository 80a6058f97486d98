/**
 * Fields of the header that Outlook and others write above a quotation: `From: … Sent: … To: … Subject: …`, in the languages
 * of the mail programs.
 */
type Role = 'from' | 'date' | 'other';

const names: Readonly<Record<Role, string>> = {
  from: `from|von|de|da|van|od|från|fra|lähettäjä|от|від|kimden|feladó|expéditeur|remitente|mittente|afzender|expeditor
    |expeditör|avsändare|от кого|发件人|寄件者|寄件人|差出人|보낸 사람|보낸사람`,
  date: `sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|fecha|data|inviato
    |verzonden|wysłano|skickat|sendt|dato|lähetetty|дата|отправлено|надіслано|gönderildi|gönderme|tarih|odesláno|elküldve
    |trimis|message du|le|am|发送时间|發送時間|发送日期|日期|送信日時|日付|날짜|보낸 날짜`,
  other: `to|an|à|a|para|aan|do|till|til|komu|кому|kime|címzett|către|vastaanottaja|destinataire|destinatario|收件人|收件者
    |宛先|받는 사람|cc|bcc|kopie|copie à|copia|subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne
    |aihe|тема|předmět|predmet|konu|tárgy|subiect|主题|主旨|件名|제목|reply-to|répondre à|importance|priority|attachments`,
};
/** If a name has several roles, the last one in this order counts. */
const roles: ReadonlyMap<string, Role> = new Map(
  (['other', 'date', 'from'] as const).flatMap((role) =>
    names[role].split('|').map((name) => [name.trim(), role] as const),
  ),
);

/** Length of the longest name and its punctuation. */
const nameLengthMax = 24;
const linesMax = 16;
/** Maximum continuation lines of a field. */
const continuedMax = 2;

/** @returns the number of lines of the header that begins at this line; 0 if no header begins there */
export function countQuotedHeaderLines(lines: readonly string[], at: number): number {
  const first = fieldIn(lines[at] ?? '');
  if (!first || first.role === 'other') return 0;
  const seenNames = new Set<string>();
  let lastFieldAt = at;
  let isDated = false;
  let hasAddress = false;
  const foundRoles = new Set<Role>();
  for (let next = at; next < at + linesMax; next++) {
    const line = lines[next] ?? '';
    // Some programs put an empty line between two fields.
    if (line.trim() === '' && fieldIn(lines[next + 1] ?? '')) continue;
    if (line.trim() === '' || next - lastFieldAt > continuedMax) break;
    const field = fieldIn(line);
    hasAddress ||= line.includes('@');
    if (!field || seenNames.has(field.name)) continue;
    seenNames.add(field.name);
    foundRoles.add(field.role);
    isDated ||= field.role === 'date' && /\d/.test(line);
    lastFieldAt = next;
  }
  // A text may have one line that looks like a field. Several fields are a header. Without a sender, the date must have a digit,
  // because some of its names are common words, such as `am`.
  const fields = seenNames.size;
  const isHeader =
    (foundRoles.has('from') && foundRoles.has('date')) || (fields >= 2 && hasAddress) || fields >= 4;

  return isHeader && (foundRoles.has('from') || isDated) ? lastFieldAt - at + 1 : 0;
}

/** The field of a line such as `From: …`, `*From:* …` or `De : …`; undefined for another line. */
function fieldIn(line: string): { readonly name: string; readonly role: Role } | undefined {
  const text = line.trimStart();
  const colon = text.slice(0, nameLengthMax).search(/[:：]/);
  if (colon < 1) return undefined;
  const name = text.slice(0, colon).replaceAll('*', '').trim().toLowerCase();
  const role = roles.get(name);

  return role && { name, role };
}
