import { phrases } from '#lib/mail/phrases.ts';

/** Beginnings of the subjects of automatic replies, in many languages. */
const generated = phrases(`
  auto[- ]?reply | auto[- ]?response | automatic (?:reply|response) | automated (?:reply|response)
  | out[- ]of[- ](?:the[- ])?office(?: auto[- ]?reply| notification| reply)? | vacation reply
  | automatische (?:antwort|abwesenheitsmeldung) | abwesenheits(?:notiz|nachricht|meldung|assistent)
  | automatische e-mail-antwort | réponse automatique | message d.absence | absence du bureau
  | respuesta autom[áa]tica | fuera de (?:la )?oficina | resposta autom[áa]tica | fora do escrit[óo]rio
  | risposta automatica | fuori (?:sede|ufficio) | automatisch antwoord | afwezigheids(?:bericht|melding)
  | autoodpowied[źz] | odpowied[źz] automatyczna | automatyczna odpowied[źz] | autosvar | automatiskt? svar
  | automaattinen vastaus | automatická odpov[ěe]ď | automatikus válasz | răspuns automat
  | автоответ(?:чик)? | автоматический ответ | автоматична відповідь | otomatik yanıt | αυτόματη απάντηση
  | automatski odgovor | samodejni odgovor | автоматичен отговор | аутоматски одговор | automaatvastus
  | automatinis atsakymas | automātisk[āa] atbilde | autom[āa]tiskais atbildētājs | automatická odpove[ďd]
  | sjálfvirkt svar | resposta automàtica | erantzun automatikoa | trả lời tự động
  | balasan (?:otomatis|automatik) | תשובה אוטומטית | رد تلقائي | پاسخ خودکار | ตอบกลับอัตโนมัติ
  | (?:不在)?自動(?:応答|返信|回答)(?:メール|通知)? | 不在(?:通知|のお知らせ) | 自动(?:回复|答复|应答)(?:邮件)?
  | 自動(?:回(?:覆|複|復)|答覆)(?:郵件)? | (?:부재 ?중 ?)?자동 ?(?:응답|회신|답장)(?: ?메일)?`).join('|');

/** Beginnings of subjects about an absence. Personal messages may have them, too. */
const absent = phrases(`
  away | ooo | (?:on )?(?:annual|maternity|paternity|parental|sick) leave | on (?:vacation|holidays?|leave)
  | (?:i am|i.m) (?:away|out) | abwesend | abwesenheit | nicht im büro | (?:im )?urlaub | absente? | absence
  | (?:en )?(?:congés?|vacances) | ausente | ausencia | (?:de )?vacaciones | assente | assenza | (?:in )?ferie
  | ausência | (?:de )?férias | niet aanwezig | afwezig | afwezigheid | (?:op )?vakantie | poza biurem
  | nieobecność | urlop | frånvaro | ej på kontoret | fraværende | fravær
  | ikke til stede | poissa | mimo kancelář | nepřítomnost | вне офиса | ofis dışında
  | atvaļinājum[āa] | prombūtn[ēe] | 不在 | 休暇中 | 부재 ?중 | 휴가 ?중 | 外出 | 休假 | 出差`).join('|');

/** Words in brackets that mail gateways add. */
const marks = '^(?:[[【][^\\]】]{1,40}[\\]】] *)*';
/** `Automatic reply: Hello`, `AUTO: Ann is away`, `【自動返信】Hello`. Personal replies begin with `Re:`. */
const generatedSubject = new RegExp(
  `^(?:[[【(（](?:${generated})[\\]】)）]|(?:auto|${generated}) ?[:：])`,
  'iu',
);
/**
 * The rest of `Re: …` is the subject of another message. A letter after the phrase continues the word, except in languages
 * without spaces.
 */
const absenceSubject = new RegExp(
  `${marks}(?:${generated}|${absent})(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d])`,
  'iu',
);
/** `Re:`, `AW:`, `Re[2]:` or another prefix of an answer, in any language. */
const answerSubject = new RegExp(`${marks}\\p{L}{1,4}(?:\\[\\d+\\])? ?[:：]`, 'u');
/** Subjects with the person's name before the phrase, as written by Lotus Notes and others. */
const nameFirst =
  /(?:is|am|will be|currently) (?:currently )?(?:out of (?:the )?office|on vacation|on leave|away)/i;

/** RFC 5322, section 2.1.1. Composing characters takes quadratic time, so the length is limited first. */
const subjectLengthMax = 998;

/** `generated`: only automatic replies have this subject; `absence`: personal messages may have it as well. */
export function classifySubject(subject: string): 'generated' | 'absence' | 'other' {
  const text = subject.slice(0, subjectLengthMax).normalize('NFC').trim();
  if (generatedSubject.test(text)) return 'generated';

  const isAbsence = absenceSubject.test(text) || (nameFirst.test(text) && !answerSubject.test(text));

  return isAbsence ? 'absence' : 'other';
}

const textLengthMax = 600;
const linesMax = 100;
/** Beginnings of absence notes. */
const absenceTexts = [
  /\b(?:(?:i am|i.m|i will be|i.ll be) (?:currently |now |presently )?(?:out of (?:the |my )?office|on (?:\w{1,20} )?(?:leave|vacation|holidays?)|away|not in the office)|(?:in|during) my absence)\b/i,
  /\b(?:this is an? auto(?:mated|matic|matically)|automatic (?:reply|response))\b/i,
  /(?:nicht im (?:büro|haus)|in meiner abwesenheit|automatisch erzeugt)/iu,
  /(?:en congés?|absente? du bureau|mon absence|réponse automatique)/iu,
  /(?:mi ausencia|fuera de la oficina|de vacaciones|respuesta automática|minha ausência|de férias)/iu,
  /(?:mia assenza|in ferie|risposta automatica|mijn afwezigheid|niet aanwezig|op vakantie)/iu,
  /(?:jestem nieobecn|na urlopie|poza biurem|нахожусь в отпуске|отсутствую|у відпустці|в отпуск)/iu,
  /(?:на почивка|esmu (?:prom|atvaļinājumā)|atvaļinājumā|prombūtnē|atostogau|atostogose|puhkusel)/iu,
  /(?:är (?:på semester|bortrest|frånvarande)|på ferie|har ferie|ikke på kontoret|olen (?:poissa|lomalla))/iu,
  /(?:na dovolen|mimo kancelář|nepřítom|szabadságon|în concediu|izindeyim|ofis dışındayım|εκτός γραφείου)/iu,
  /(?:不在にして|休暇|出張中|自動(?:返信|応答|送信)|自动(?:回复|答复)|自動回[覆複復]|休假|出差|不在办公室|不在辦公室)/u,
  /(?:부재 ?중|휴가 ?중|출장 ?중|자동 ?(?:응답|회신|발송)|בחופשה|מחוץ למשרד|خارج المكتب|في إجازة|tự động trả lời|nghỉ phép|sedang cuti)/u,
];

/** Verbs and absences. Between them, a date may stand: `Ich bin vom 3. bis 10. Juni im Urlaub`. */
const absenceClauses: readonly (readonly [verb: RegExp, absence: RegExp])[] = [
  [/\b(?:bin|ist|sind|befinde) /iu, /abwesend|im urlaub|in elternzeit|auf dienstreise|nicht erreichbar/iu],
  [/\bje (?:suis|serai) /iu, /absent|en vacances|hors du bureau/iu],
  [/\best(?:oy|aré|ou|arei) /iu, /fuera|ausente|fora/iu],
  [/\b(?:sono|sarò) /iu, /assente|fuori/iu],
  [/\b(?:ik ben|ben ik) /iu, /afwezig|niet op kantoor|niet bereikbaar/iu],
];
const clauseLengthMax = 60;

/** Whether the text begins like an absence note. Personal messages may do so as well. */
export function readsLikeAbsence(text: string): boolean {
  // A person may answer an absence note and quote it.
  const unquotedLines = text.split('\n', linesMax).filter((line) => !line.startsWith('>'));
  const start = unquotedLines.join(' ').slice(0, textLengthMax).replaceAll(/\s+/g, ' ');

  const hasClause = ([verb, absence]: (typeof absenceClauses)[number]) => {
    const at = start.search(absence);

    return at > 0 && verb.test(start.slice(Math.max(0, at - clauseLengthMax), at));
  };

  return absenceTexts.some((pattern) => pattern.test(start)) || absenceClauses.some(hasClause);
}
