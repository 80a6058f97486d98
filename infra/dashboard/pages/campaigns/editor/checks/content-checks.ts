import { placeholdersOf } from '#lib/emails/rendering/email-texts.ts';
import { linksOf, urlsOf } from '#lib/emails/rendering/links.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { countOf } from '../../../../components/number.tsx';
import type { SendingPlan } from '../../plan/plan-query.ts';
import type { Variant } from '../draft.ts';
import { linkShorteners, spamWords } from './spam-words.ts';

export interface CheckedEmail extends Pick<Variant, 'subject' | 'bodyHtml' | 'bodyText'> {
  /** It has the subject of its conversation. */
  readonly isReply: boolean;
}

export interface ContentChecks {
  /** Such as “86 words” and “1 link”. */
  readonly facts: readonly string[];
  readonly hints: readonly string[];
}

const wordsMax = 200;
const linksMax = 3;
/** In characters. Phones show about 40, desktops about 60. */
const subjectMax = 60;
const exclamationMarksMax = 1;
const capitalWordsMax = 1;

/**
 * The faults of an email, and what spam filters and readers may dislike in it.
 * @param missingFields the contacts without a value by field, from the last dry run; undefined before the first one
 */
export function checkContent(
  email: CheckedEmail,
  missingFields: SendingPlan['missingFields'] | undefined,
): ContentChecks {
  const body = email.bodyText ?? htmlToText(email.bodyHtml ?? '');
  const subject = email.isReply ? '' : email.subject;
  const text = `${shownText(subject)}\n${shownText(withoutUrls(body))}`;
  const words = wordsOf(shownText(withoutUrls(body)));
  const links = linksIn(email);

  return {
    facts: [countOf(words.length, 'word'), countOf(links.length, 'link')],
    hints: [
      ...faultsOf(email).map((fault) => `${fault}.`),
      ...placeholderHints(text),
      ...lengthHints(subject, words.length),
      ...linkHints(links),
      ...wordHints(text),
      ...emphasisHints(text),
      ...(words.length > 0 ? [] : ['Write a text.']),
      ...fieldHints([subject, email.bodyHtml ?? '', email.bodyText ?? ''], words.length > 0, missingFields),
    ],
  };
}

/** What prevents saving, such as an unknown merge field. */
const faultsOf = ({ subject, bodyHtml, bodyText }: CheckedEmail): readonly string[] => [
  ...new Set(
    [
      parseTemplate(subject, 'text'),
      parseTemplate(bodyHtml ?? '', 'html'),
      parseTemplate(bodyText ?? '', 'text'),
    ].flatMap(({ faults }) => faults),
  ),
];

const withoutUrls = (text: string): string =>
  urlsOf(text).reduce((rest, url) => rest.replace(url, ' '), text);

/** All options of choices, and a word for each merge field except addresses. */
const shownText = (template: string): string =>
  parseTemplate(template, 'text')
    .pieces.map((piece) => {
      if (piece.kind === 'text') return piece.text;

      return piece.kind === 'field' && piece.name !== 'unsubscribeUrl' ? 'field' : ' ';
    })
    .join('');

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];

/** The distinct addresses of web pages. */
function linksIn({ bodyHtml, bodyText }: CheckedEmail): readonly string[] {
  const targets = Array.from(linksOf(bodyHtml ?? ''), ({ value }) => value);
  const pages = targets.filter((target) => !/^(?:mailto:|tel:|#)|unsubscribe_?url/iu.test(target));

  return [...new Set(bodyHtml ? pages : urlsOf(bodyText ?? ''))];
}

function placeholderHints(text: string): readonly string[] {
  const placeholders = placeholdersOf({ subject: undefined, html: undefined, text });

  return placeholders.length > 0 ? [`Replace the placeholders: ${placeholders.join(', ')}.`] : [];
}

function lengthHints(subject: string, words: number): readonly string[] {
  const { length } = shownText(subject);

  return [
    ...(length > subjectMax ? [`The subject has ${length} characters. Phones show about 40 of them.`] : []),
    ...(words > wordsMax
      ? [`The email has ${countOf(words, 'word')}. Short emails are easier to answer.`]
      : []),
  ];
}

function linkHints(links: readonly string[]): readonly string[] {
  const shorteners = new Set(links.map((link) => URL.parse(link)?.hostname.replace(/^www\./u, '') ?? ''));

  return [
    ...(links.length > linksMax
      ? [`${countOf(links.length, 'link')}: many links look like advertising.`]
      : []),
    ...[...shorteners]
      .filter((host) => linkShorteners.has(host))
      .map((host) => `${host} hides the target of a link, as spam does. Use the full address.`),
  ];
}

const wordHints = (text: string): readonly string[] =>
  spamWords.flatMap(([phrases, reason]) => {
    const found = text.match(new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, 'giu')) ?? [];
    const distinct = [...new Set(found.map((phrase) => phrase.toLowerCase()))];

    return distinct.length > 0 ? [`${distinct.map((phrase) => `“${phrase}”`).join(', ')}: ${reason}`] : [];
  });

function emphasisHints(text: string): readonly string[] {
  const marks = text.match(/!/gu)?.length ?? 0;
  const capitals = wordsOf(text).filter((word) => /^\p{Lu}{4,}$/u.test(word));

  return [
    ...(marks > exclamationMarksMax ? [`${countOf(marks, 'exclamation mark')} sound like advertising.`] : []),
    ...(capitals.length > capitalWordsMax
      ? [`${capitals.slice(0, 3).join(', ')}: words in capitals sound like shouting.`]
      : []),
  ];
}

function fieldHints(
  [subject = '', html = '', text = '']: readonly string[],
  hasText: boolean,
  missingFields: SendingPlan['missingFields'] | undefined,
): readonly string[] {
  const fields = [parseTemplate(subject, 'text'), parseTemplate(html, 'html'), parseTemplate(text, 'text')]
    .flatMap(({ pieces }) => pieces)
    .filter((piece) => piece.kind === 'field');
  const isPersonal = fields.some(({ name }) => !/^sender\.|^unsubscribeUrl$/u.test(name));
  const required = new Set(
    fields
      .filter(({ name, fallback }) => fallback === undefined && !alwaysKnown.has(name))
      .map(({ name }) => name),
  );

  return [
    ...(isPersonal || !hasText
      ? []
      : ['All contacts get the same text: it has no merge field of the contact.']),
    ...[...required].flatMap((name) => requiredHint(name, missingFields)),
  ];
}

/** Every contact and every account has them. */
const alwaysKnown = new Set(['email', 'sender.name', 'sender.email', 'unsubscribeUrl']);

function requiredHint(
  name: string,
  missingFields: SendingPlan['missingFields'] | undefined,
): readonly string[] {
  const count = missingFields?.find(({ field }) => field === name)?.contacts ?? 0;
  if (missingFields && count === 0) return [];
  const consequence = missingFields
    ? `${countOf(count, 'contact')} of the last dry run would not get the email.`
    : 'Contacts without a value do not get the email; a dry run counts them.';

  return [`{{${name}}} has no default. ${consequence}`];
}
