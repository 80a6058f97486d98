import type { ReceivedMail } from '#lib/inbox/message.ts';

/** How subjects of absence notes begin, as mail programs of these languages write them. */
const subjects = [
  ...[
    'out of (?:the )?office',
    'automatic reply',
    'auto[- ]?(?:reply|response)',
    'away from (?:the|my) office',
  ],
  ...[
    'abwesenheits(?:notiz|nachricht|meldung)',
    'automatische (?:antwort|abwesenheit)',
    'abwesend',
    'nicht im büro',
  ],
  ...['réponse automatique', 'absence du bureau', 'absente? (?:du|de mon) bureau', 'message d.absence'],
  ...['respuesta autom[áa]tica', 'fuera de (?:la )?oficina', 'ausente de la oficina'],
  ...['risposta automatica', 'fuori (?:sede|ufficio)', 'assente dall.ufficio'],
  ...['resposta autom[áa]tica', 'fora do escrit[óo]rio', 'ausência (?:temporária|do escritório)'],
  ...['automatisch antwoord', 'afwezigheids(?:bericht|melding)', 'niet aanwezig', 'afwezig'],
  ...['autoodpowiedź', 'odpowiedź automatyczna', 'automatyczna odpowiedź', 'poza biurem', 'nieobecność'],
  ...['autosvar', 'automatiskt svar', 'frånvaro'],
  ...['automatisk svar', 'fraværende', 'fravær', 'ikke til stede'],
  ...['automaattinen vastaus', 'poissa (?:toimistosta|työpaikalta)'],
  ...['automatická odpověď', 'mimo kancelář'],
  ...['автоответ', 'автоматический ответ', 'вне офиса'],
  ...['otomatik yanıt', 'ofis dışında'],
  ...[
    '自動(?:応答|返信)',
    '不在(?:通知|です)',
    '自动(?:回复|答复)',
    '自動回覆',
    '부재중',
    '자동 (?:응답|회신)',
  ],
].join('|');
const subject = new RegExp(`^(?:\\[[^\\]]{1,40}\\] *|(?:re|aw|sv|fwd?) ?: *)*(?:${subjects})`, 'iu');

/** RFC 5322, section 2.1.1. Composing characters takes quadratic time, so the length is limited first. */
const subjectLengthMax = 998;

/**
 * Whether a machine wrote a message. RFC 3834 has a field for it, and some programs have fields of their own; what else may
 * say so, says it of messages by people too, so that it takes two of them.
 */
export function isAutomatic({ headers, subject: words }: ReceivedMail): boolean {
  const valuesOf = (name: string) => (headers.get(name) ?? []).map((value) => value.trim().toLowerCase());
  const says = (name: string, ...words: readonly string[]) =>
    valuesOf(name).some((value) => words.includes(value));
  // `auto-generated; owner-email="…"`: what follows the word is a parameter.
  const submitted = valuesOf('auto-submitted').map((value) => value.split(/[\s;(]/, 1)[0] ?? '');
  if (submitted.some((value) => value !== '' && value !== 'no')) return true;
  const own = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from'];
  if (own.some((name) => valuesOf(name).some((value) => value !== 'no'))) return true;

  const weak = [
    says('precedence', 'auto_reply', 'bulk', 'junk'),
    valuesOf('x-auto-response-suppress').some((value) => value !== '' && value !== 'none'),
    says('return-path', '<>'),
    subject.test(words.slice(0, subjectLengthMax).normalize('NFC')),
  ];

  return weak.filter(Boolean).length >= 2;
}
