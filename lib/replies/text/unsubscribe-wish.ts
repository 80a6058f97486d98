import { countAttributionLines } from '#lib/replies/text/attribution.ts';
import { countQuotedHeaderLines } from '#lib/replies/text/quoted-header.ts';
import {
  clauses,
  commands,
  finalClauses,
  openers,
  questionOpeners,
  trailers,
} from '#lib/replies/text/unsubscribe-phrases.ts';

/**
 * Detects the wish to receive no further emails in the text of a reply. The wish unsubscribes the contact, so precision comes
 * before recall: only short texts and complete clauses count. A person reads every reply that is not recognised.
 */

/** Longer texts usually discuss something else. Without the signature. */
const lengthMax = 600;
/** Characters that are read. A signature follows within them, or the text is too long. */
const readLengthMax = 2000;
/** Mail programs wrap lines at 60 to 80 characters, so a shorter line was ended by its author. */
const wrappedLengthMin = 50;
/** Maximum length of a greeting, or of a line of a signature, around a command. */
const briefLengthMax = 40;

/** Lines that begin a signature. The rest is not read. */
const signature =
  /^(?:--|—|_{2,}|sent from .{1,60}|(?:(?:best|kind|kindest|warm|with best|many) )?regards,?|sincerely,?|(?:mit )?(?:freundlichen|viele|beste) grüßen?,?|mfg|cordialement,?|saludos,?|atentamente,?|atenciosamente,?|(?:cordiali|distinti) saluti,?|(?:met )?vriendelijke groet(?:en)?,?|(?:med )?vänliga? hälsning(?:ar)?,?|mvh|с уважением,?|pozdrawiam,?)$/iu;
/** Words between quotation marks are another person's. */
const quotations = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu;
/** A link as in our emails, also after its token is removed, and as security services write it: the text has a quotation without marks. */
const ownLink = /\/(?:u|t\/[oc])\/(?:[\w-]{6}|\*{3})|(?:%2F|_)\*{3}/i;
/** A second thought in any sentence. */
const retraction =
  /(?<!\p{L})(?:re-?subscribe|changed my mind|(?:just )?(?:kidding|joking)|by (?:mistake|accident)|(?:keep|leave) (?:me|us) (?:on|in|subscribed)|ignore (?:my|the) (?:last|previous|earlier|unsubscribe))(?!\p{L})/iu;
/** Words of an author that continues the conversation, in any sentence. */
const continuation =
  /(?<!\p{L})(?:let's(?! (?:not|stop|end|leave))|(?<!(?:not|never|n't|stop) )(?:call|phone|ring) (?:me|us)|(?:i|we)(?:'d| would)? (?:want|need|like) (?:(?:a|an|the)(?! .{0,20}confirm)|to (?:buy|see|talk|order|book|meet|try|hear more))|already (?:bought|ordered|signed|paid|purchased)|(?<=\S )(?:lieber|stattdessen|plutôt|mejor|piuttosto|liever|hellre|heller)|ruf(?:en)? (?:sie )?(?:mich|uns)|appelez\p{L}*|llám\p{L}*|chiamat\p{L}+|bel (?:me|mij|ons)|ring (?:mig|meg)|zadzwoń\p{L}*)(?!\p{L})/iu;
/** A request for something else after a wish in the same sentence, except for a confirmation. */
const otherRequest =
  /(?:[,;:(–—]|\s-+|\s(?:and|und|y|et|en|och|og))\s+(?:(?:please|just|bitte|instead) )*(?:(?:send|forward|give)(?! .{0,20}confirm)|contact|write|e-?mail|speak|ask|add|put|include|schicken|senden|kontaktieren|envoyez|env[ií]en?)\s(?!.{0,20}(?:no more|never|again))/u;
/** A condition, another channel or another address in the same sentence. */
const reservation =
  /(?<!\p{L})(?:if|unless|until|till|instead|except|only|rather|whatsapp|linkedin|text (?:me|us)|new (?:e-?mail|address)|(?:add|put|subscribe|move|use) (?:me|us|my|our|this)|(?:i|we)(?:'ll| will) (?:contact|call|reach|get back|be in touch|let you|e-?mail|write|come back)|but (?:please )?(?:keep|still|do|send|continue|not|only|feel free)|wenn|falls|sondern|aber|bis|pero|hasta|fino|até|maar|tot|jeśli|ale|если|но|пока)(?!\p{L})/iu;
/** Words before `please` that turn a wish around or make it another person's. */
const reported =
  /(?<!\p{L})(?:not(?! interested)|never|no need|\p{L}{2,5}n't|when|how|why|whether|sa(?:y|ys|id)|tell|told|wr(?:ite|ites|ote)|repl(?:y|ies|ied)|click|they|who|people|customers|users|someone|anyone)(?!\p{L})/iu;

const clause = new RegExp(`^(?:${clauses})$`, 'u');
const finalClause = new RegExp(`^${finalClauses}$`, 'u');
const command = new RegExp(`^${commands}$`, 'u');
const opener = new RegExp(`^(?:(?:${questionOpeners}|${openers}) |[请請]|麻[烦煩])`, 'u');
const questionOpener = new RegExp(`^(?:please )?${questionOpeners} `, 'u');
const trailer = new RegExp(`(?:^| )${trailers}$`, 'u');
/** Maximum openers and trailers of a clause. */
const courtesiesMax = 5;

/**
 * @param text the author's own text, without quotations
 * @param fullText the text with its quotations. If it begins like a forwarded message, it has no words of its sender
 */
export function wishesToUnsubscribe(text: string, fullText = text): boolean {
  return (
    !continuation.test(bodyOf(text)) && hasWish(text, fullText, (sentence) => otherRequest.test(sentence))
  );
}

/** Whether a text has such a wish, possibly with a request for something else. */
export function mayWishToUnsubscribe(text: string, fullText = text): boolean {
  return hasWish(text, fullText, () => false);
}

function hasWish(text: string, fullText: string, isDoubtful: (sentence: string) => boolean): boolean {
  const body = bodyOf(text);
  if (countQuotedHeaderLines(fullText.slice(0, readLengthMax).trimStart().split('\n'), 0, undefined) > 0)
    return false;
  if (body.length > lengthMax || retraction.test(body) || ownLink.test(body)) return false;
  const sentences = sentencesOf(body).map((sentence) => sentence.toLowerCase());

  return (
    isCommand(body.toLowerCase()) || sentences.some((sentence) => !isDoubtful(sentence) && isWish(sentence))
  );
}

/** The text without its signature, without quotations and without words between quotation marks. */
function bodyOf(text: string): string {
  const lines = text
    .slice(0, readLengthMax)
    .normalize('NFC')
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/\uFE0F|[\u200B-\u200D\u2060\uFEFF]/g, '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => !line.startsWith('>'));
  const isEnd = (line: string, at: number) =>
    signature.test(line) ||
    countAttributionLines(lines, at, undefined) > 0 ||
    countQuotedHeaderLines(lines, at, undefined) > 0;
  const end = lines.findIndex(isEnd);
  const body = lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();

  // A text of quoted words only is not about other words: the quotation marks are the author's.
  return body.replace(/^["“„«](.{1,40})["”“»][.!]?$/u, '$1').replaceAll(quotations, '"');
}

/** Whether the text is a command, with a greeting and the lines of a signature at most. */
function isCommand(body: string): boolean {
  const [first = '', ...others] = body.split(/\n+/);
  const isGreeting = others.length > 0 && first.length <= briefLengthMax && /[,!]$/.test(first);
  const [line = '', ...rest] = isGreeting ? others : [first, ...others];

  return (
    !line.includes('?') &&
    command.test(withoutCourtesies(line.replaceAll(/[,.;!]+ ?/g, ' '))) &&
    rest.length <= 4 &&
    rest.every((each) => each.length <= briefLengthMax && !/[?!]|\.$/.test(each))
  );
}

function sentencesOf(body: string): string[] {
  return body
    .replaceAll(/(.*)\n(?=(.?))/gu, (_, line: string, next: string) => {
      const isEnd = line === '' || /[.,!?:;)]$/.test(line) || !/\p{Ll}/u.test(next);

      return line.length < wrappedLengthMin && isEnd ? `${line}\n` : `${line} `;
    })
    .split(/\n+|(?<=[.!?…])(?:\s+|(?=\p{Lu}))|(?<=[。！？؟])/u);
}

/** @param sentence in lower case */
function isWish(sentence: string): boolean {
  if (reservation.test(sentence)) return false;
  const segments = sentence.split(/[,;()、，،–—]+|\s-+\s/u).map(withoutMarks);
  const isQuestion = /[?？؟]/.test(sentence);
  const own = isQuestion ? segments.filter((segment) => questionOpener.test(segment)) : segments;
  if (finalClause.test(own.map(coreOf).findLast((core) => core !== '') ?? '')) return true;

  return own.some((segment) => {
    const [first = '', ...others] = segment.split(/ (?:and|but|or|und|oder|et|y|och|og|i|и|та) /u);
    const parts = [segment, first, ...(reported.test(first) ? [] : others)];

    return parts.some((part) => clause.test(coreOf(part)));
  });
}

/** The part without openers and trailers; from `please` on, unless the words before it turn the request around. */
function coreOf(part: string): string {
  const at = part.search(/(?<!\p{L})(?:please|pls|plz|kindly)(?!\p{L})/u);
  const request = withoutCourtesies(at > 0 && !reported.test(part.slice(0, at)) ? part.slice(at) : part);

  return request === '' ? withoutCourtesies(part) : request;
}

function withoutCourtesies(part: string): string {
  let core = withoutMarks(part);
  for (let count = 0; count < courtesiesMax; count++) {
    if (clause.test(core)) return core;
    core = core.replace(opener, '').replace(trailer, '');
  }

  return core;
}

/** Without spaces, full stops and emoji around it. */
function withoutMarks(part: string): string {
  return part.replaceAll(/^[\s¿¡*_•]+|[\s.!?…。！？؟*_:)\p{Extended_Pictographic}]+$/gu, '');
}
