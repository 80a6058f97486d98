import { phrases } from '#lib/mail/phrases.ts';

/**
 * Detects the wish to receive no further emails in the text of a reply. A false alarm costs more trust than a missed wish,
 * because a person reads the reply anyway. Only short texts and complete phrases count, and a negation rejects all of them.
 */

/** Longer texts usually discuss something else. */
const lengthMax = 600;

/** Complete first sentences, in texts of at most two sentences. */
const commands = phrases(`
  unsubscribe(?: me)?(?: please)? | please unsubscribe(?: me)? | stop | opt[- ]?out | remove(?: me)?
  | abmelden | abbestellen | bitte abmelden | austragen | désabonnement | se désabonner | désinscription
  | baja | darme de baja | cancelar (?:la )?suscripción | cancella(?:mi)? | disiscrizione
  | cancelar inscrição | afmelden | uitschrijven | wypisz(?: mnie)? | avregistrera | afmeld | отписаться
  | отписка | abonelikten çık | 配信停止 | 退订 | 退訂 | 수신거부`).join('|');
const onlyCommand = new RegExp(`^(?:${commands})$`, 'iu');

/** Phrases of a sentence that expresses the wish. */
const wishes = [
  /\b(?:please |kindly )(?:unsubscribe (?:me|us)|remove (?:me|us|my (?:e-?mail|address)|our (?:e-?mail|address))|take (?:me|us) off)\b/iu,
  /\b(?:unsubscribe|remove|take) (?:me|us) (?:from|off) (?:of )?(?:your|this|the|all|any) (?:[\p{L}-]+ )?(?:list|lists|mailing|mailings|emails?|distribution|database)\b/iu,
  /\b(?:please |kindly )?(?:stop|cease) (?:e-?mailing|contacting|messaging|spamming) (?:me|us)\b/iu,
  /\b(?:please )?(?:do not|don['’]t) (?:e-?mail|contact|message|write) (?:to )?(?:me|us)(?: again| anymore| any more)?\b/iu,
  /\bi (?:want|would like|wish|['’]d like) to (?:unsubscribe|be removed|opt out)\b/iu,
  /\b(?:bitte (?:\p{L}+ )?(?:sie )?(?:mich|uns) (?:\p{L}+ ){0,5}(?:ab|austragen|abmelden|löschen|entfernen)|(?:nehmen|streichen|entfernen|löschen) sie (?:mich|uns|meine (?:e-?mail-?)?adresse) (?:bitte )?(?:aus|von)|keine (?:weiteren )?(?:e-?mails|mails|nachrichten) mehr)(?!\p{L})/iu,
  /(?:\b(?:merci de|veuillez) (?:me |nous )?(?:désabonner|désinscrire|retirer|supprimer)|\bne (?:me|nous) (?:contactez|écrivez) plus\b|\bje (?:souhaite|veux|voudrais) (?:me )?(?:désabonner|désinscrire))/iu,
  /(?:\b(?:por favor,? )?(?:denme|dame|deme|dar(?:me|nos)) de baja\b|\bno (?:me|nos) (?:escriban|contacten|envíen|envien) más\b|\b(?:quiero|deseo) (?:darme de baja|cancelar))/iu,
  /(?:\b(?:per favore )?(?:cancellatemi|rimuovetemi|disiscrivetemi)\b|\bnon (?:scrivetemi|contattatemi) più|\bvoglio (?:disiscrivermi|cancellarmi))/iu,
  /(?:\b(?:por favor,? )?(?:remova(?:m)?|retire(?:m)?|descadastre(?:m)?)(?:-me| meu e-?mail)\b|\bnão (?:me )?(?:enviem?|mandem?) mais\b)/iu,
  /(?:\b(?:graag |wil )?(?:mij|me|ons) (?:graag )?(?:uitschrijven|afmelden)\b|\bschrijf (?:mij|me|ons) uit\b|\bgeen (?:e-?mails|mails|berichten) meer\b)/iu,
  /(?:\bproszę (?:o wypisanie|mnie wypisać|o usunięcie (?:mnie|mojego))|отпишите меня|удалите меня из|не пишите мне больше|больше не пишите)/iu,
];

/** Words that turn a wish around: `don't unsubscribe me`, `do not remove us`. */
const negations =
  /(?:\b(?:don['’]?t|do not|never|not|didn['’]?t|did not|please keep|no need to)(?: \p{L}+){0,2} (?:unsubscribe|remove|take (?:me|us) off|opt|stop)|\bnicht (?:\p{L}+ ){0,2}(?:ab(?:melden|bestellen)?|austragen|löschen|entfernen|streichen)|\b(?:ne|n['’]) ?(?:\p{L}+ )?(?:désabonn|désinscri|supprim|retir)\p{L}* (?:pas|surtout)|\bno (?:me |nos )?(?:den|des|quiero)\b[^.]{0,20}baja|\bnon (?:cancellatemi|rimuovetemi|disiscrivetemi)|\bnão (?:me )?(?:remova|retire|descadastre)|\bniet (?:uitschrijven|afmelden)|\bnie wypisuj|не отписывайте|не удаляйте)/iu;
/** A question about the subject is not a wish: `How can my customers unsubscribe?` */
const question = /\?\s*$/u;

/** @param text the author's own text, without quotations */
export function wishesToUnsubscribe(text: string): boolean {
  const normalisedText = text
    .slice(0, lengthMax + 1)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (normalisedText.length > lengthMax || normalisedText === '' || negations.test(normalisedText))
    return false;
  const sentences = normalisedText.split(/(?<=[.!?])\s/u);
  const [first = ''] = sentences;
  const firstSentence = first.replaceAll(/^[\s"'“”(]+|[\s.!"'“”,;:)-]+$/gu, '');
  if (sentences.length <= 2 && onlyCommand.test(firstSentence)) return true;

  return sentences.some((each) => !question.test(each) && wishes.some((wish) => wish.test(each)));
}
