import { mentionsSender, type Senders } from '#lib/replies/text/answered-sender.ts';

/*
 * Finds the header that Outlook and others write above a quotation: `From: … Sent: … To: … Subject: …`, in the languages of the
 * mail programs.
 */

type Role = 'from' | 'sent' | 'date' | 'subject' | 'other';

/** `sent` has the names that only mail programs use for the date. */
const names: Readonly<Record<Role, string>> = {
  from: `from|von|de|de la|da|van|od|från|fra|frá|lähettäjä|от|від|kimden|feladó|expéditeur|remitente|mittente|afzender|expeditor
    |expeditör|avsändare|от кого|从|发件人|寄件者|寄件人|差出人|보낸 사람|보낸사람|מאת|من|المرسل|از|από|αποστολέας|จาก|ผู้ส่ง|từ|dari
    |nuo|saatja|šalje|pošiljatelj|odosielateľ|odesílatel|nga|प्रेषक`,
  sent: `sent|gesendet|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|enviat|inviato|verzonden|wysłano
    |skickat|sendt|lähetetty|отправлено|надіслано|изпратено|gönderildi|gönderme|odesláno|odoslané|poslano|poslato|elküldve
    |trimis|išsiųsta|nosūtīts|saadetud|发送时间|發送時間|发送日期|送信日時|보낸 날짜|נשלח|נשלח בתאריך|تم الإرسال|تاريخ الإرسال|أرسل
    |أرسلت|مرسل|ارسال شده|στάλθηκε|εστάλη|αποστολή|ส่ง|ส่งเมื่อ|đã gửi|dikirim|dërguar|भेजा गया`,
  date: `date|datum|fecha|data|dato|дата|tarih|dátum|message du|le|am|日期|日付|날짜|תאריך|التاريخ|تاريخ|ημερομηνία|วันที่|ngày
    |tanggal`,
  subject: `subject|betreff|objet|sujet|asunto|assunto|assumpte|oggetto|onderwerp|temat|ämne|emne|aihe|тема|относно|předmět
    |predmet|konu|tárgy|subiect|tema|temats|teema|主题|主旨|件名|제목|נושא|الموضوع|موضوع|θέμα|เรื่อง|หัวเรื่อง|chủ đề|subjek|perihal
    |subjekti|efni|विषय`,
  other: `to|an|à|a|para|per a|aan|do|till|til|komu|кому|до|kime|címzett|către|vastaanottaja|destinataire|destinatario|kam|prima
    |adressaat|收件人|收件者|宛先|받는 사람|אל|עותק|إلى|الى|نسخة|به|προς|κοιν.|κοινοποίηση|ถึง|สำเนา|สำเนาถึง|đến|tới|kepada|प्रति|cc|bcc
    |kopie|copie à|copia|reply-to|répondre à|importance|priority|attachments|për`,
};
const roles: ReadonlyMap<string, Role> = new Map(
  (['from', 'sent', 'date', 'subject', 'other'] as const).flatMap((role) =>
    names[role].split('|').map((name) => [name.trim(), role] as const),
  ),
);

/** Length of the longest name and its punctuation. */
const nameLengthMax = 24;
const linesMax = 16;
/** Characters read of a header to find its further sign. */
const headerLengthMax = 2000;
/** Maximum continuation lines of a field. */
const continuedMax = 2;

/**
 * @returns the number of lines of the header that begins at this line; 0 if no header begins there
 */
export function countQuotedHeaderLines(lines: readonly string[], at: number, senders?: Senders): number {
  const first = fieldIn(lines[at] ?? '')?.role;
  if (first !== 'from' && first !== 'sent' && first !== 'date') return 0;
  const seenNames = new Set<string>();
  const found = new Set<Role>();
  let lastFieldAt = at;
  for (let next = at; next < at + linesMax; next++) {
    const line = lines[next] ?? '';
    // Some programs put an empty line between two fields.
    if (line.trim() === '' && fieldIn(lines[next + 1] ?? '')) continue;
    const field = fieldIn(line);
    if (!field || seenNames.has(field.name)) {
      if (line.trim() === '' || next - lastFieldAt > continuedMax) break;
      continue;
    }
    seenNames.add(field.name);
    found.add(field.role);
    lastFieldAt = next;
  }
  const hasSent = found.has('sent');
  // The name of the sender's field may be unknown.
  const isComplete = found.has('from')
    ? hasSent || found.has('date') || seenNames.size >= 3
    : hasSent && found.has('subject');
  if (!isComplete) return 0;
  const text = lines
    .slice(at, lastFieldAt + 1)
    .join('\n')
    .slice(0, headerLengthMax);

  return isHeader(text, found, seenNames.size, senders) ? lastFieldAt - at + 1 : 0;
}

/**
 * The author may write such lines: `From: Oslo`, `To: Berlin`, `Date: 3 June`. A header has one of these further signs: a
 * mention of a known sender; a subject with four fields, an address, or From with Sent or Date. Without a subject: an address
 * or From with Sent, and both if the senders are known.
 */
function isHeader(text: string, found: ReadonlySet<Role>, fields: number, senders?: Senders): boolean {
  const hasAddress = text.includes('@');
  const hasFromAndSent = found.has('from') && found.has('sent');
  if (senders && mentionsSender(text, senders)) return true;
  if (found.has('subject'))
    return fields >= 4 || hasAddress || hasFromAndSent || (found.has('from') && found.has('date'));

  return senders ? hasAddress && hasFromAndSent : hasAddress || hasFromAndSent;
}

/** The field of a line such as `From: …`, `*From:* …` or `De : …`; undefined for another line. */
function fieldIn(line: string): { readonly name: string; readonly role: Role } | undefined {
  const text = line
    .trimStart()
    .slice(0, nameLengthMax)
    .replaceAll(/\p{Bidi_Control}/gu, '');
  const colon = text.search(/[:：]/);
  if (colon < 1) return undefined;
  const name = text.slice(0, colon).replaceAll('*', '').trim().toLowerCase().normalize('NFC');
  const role = roles.get(name);

  return role && { name, role };
}
