import { significantName } from '#lib/contacts/import/cells/column-names.ts';
import { normaliseColumnName } from '#lib/contacts/import/csv-mapping.ts';
import { wordsOf } from '#lib/values/profile.ts';

/** Statuses that another product has given to a person. */
export type ImportedSuppression = 'unsubscribed' | 'bounced' | 'blocklisted';

type Meaning = ImportedSuppression | 'subscribed' | 'status';

/** A column that says whether a person may receive emails. */
export interface SuppressionColumn {
  readonly index: number;
  readonly meaning: Meaning;
}

/** Names without spaces and neutral words. Each is a flag, a time, or a text, except `subscribed` and `status`. */
const namesByMeaning: Readonly<Record<Meaning, string>> = {
  unsubscribed:
    'unsubscribed unsubscribe unsub unsubtime unsubscribedat unsubscribetime unsubscribeddate unsubscribedate unsubscribedon ' +
    'unsubscribedfromallemail unsubscribedfromallemails unsubscribedfromemail unsubscribedfromemails emailunsubscribed ' +
    'globalunsubscribe emailsunsubscribed optout optedout emailoptout emailoptedout optedoutofemail hsemailoptout optoutdate ' +
    'optouttime optoutat optedoutat donotcontact donotemail donotmail dnc dontcontact suppressed emailsuppressions complained ' +
    'complaint spamcomplaint markedasspam abgemeldet abmeldung abmeldedatum desabonne desinscrit dadodebaja baja disiscritto ' +
    'uitgeschreven afgemeld',
  bounced:
    'bounced bounce emailbounced hardbounced hardbounce cleantime cleaned cleanedat bouncedat bouncedate bounceddate bouncereason ' +
    'emailbounceddate emailbouncedreason emailhardbouncereason hsemailhardbouncereason hsemailhardbouncereasonenum ' +
    'hsemailbadaddress invalidemail',
  blocklisted:
    'blocklisted blacklisted emailblocklisted emailblacklisted blocklist blacklist blocked blocklistedat blacklistedat',
  subscribed:
    'subscribed emailsubscribed acceptsmarketing acceptsemailmarketing optin optedin emailoptin marketingoptin emailmarketing emailmarketingconsent',
  status:
    'status state stage emailstatus subscriptionstatus emailsubscriptionstatus subscriberstatus marketingstatus emailmarketingstatus laststate substatus ' +
    'emailmarketingconsentstatus emailpermissionstatus consentstatus mailstatus mailingstatus listeningstatus',
};

const meaningByName = new Map(
  Object.entries(namesByMeaning).flatMap(([meaning, names]) =>
    names.split(' ').map((name) => [name, meaning as Meaning]),
  ) as [string, Meaning][],
);

/** Values of a status, without case and spaces. Others, such as a state of a campaign, suppress no contact. */
const suppressionByStatus: ReadonlyMap<string, ImportedSuppression> = new Map(
  Object.entries({
    unsubscribed:
      'unsubscribed unsubscribe unsub optout optedout emailoptout emailoptedout donotcontact donotemail dnc suppressed complained ' +
      'complaint spam spamcomplaint markedasspam globalunsubscribe emailsunsubscribed leadunsubscribed abgemeldet desabonne ' +
      'desinscrit baja dadodebaja disiscritto uitgeschreven unsubscribedfromallemail',
    bounced: 'bounced bounce hardbounced hardbounce cleaned emailsbounced emailbounced leadbounced',
    blocklisted: 'blocklisted blacklisted blocked blocklist blacklist',
  }).flatMap(([status, values]) =>
    values.split(' ').map((value): [string, ImportedSuppression] => [value, status as ImportedSuppression]),
  ),
);

const negatives = new Set(
  'no n false f 0 00 nein non falsch faux falso none null nan na never nie jamais nunca off nee undefined active activesubscriber subscribed'.split(
    ' ',
  ),
);

export function suppressionColumnOf(name: string, index: number): SuppressionColumn | undefined {
  const meaning = meaningByName.get(significantName(name)) ?? meaningByName.get(wordsOf(name).join(''));

  return meaning && { index, meaning };
}

/** The status that a row's cells give to its contact. Without a clear negative, a flag or a time suppresses. */
export function findSuppression(
  columns: readonly SuppressionColumn[],
  cells: readonly string[],
): { readonly status: ImportedSuppression; readonly index: number } | undefined {
  for (const { index, meaning } of columns) {
    const status = suppressionOfCell(meaning, cells[index] ?? '');
    if (status) return { status, index };
  }

  return undefined;
}

function suppressionOfCell(meaning: Meaning, cell: string): ImportedSuppression | undefined {
  const value = normaliseColumnName(cell.slice(0, 250).normalize('NFD'));
  if (meaning === 'status') return suppressionByStatus.get(value);
  const isNegative = negatives.has(value) || /^0*$/.test(value);
  // Only a clear no is a wish; an empty cell is not.
  if (meaning === 'subscribed')
    return value !== '' && isNegative ? 'unsubscribed' : suppressionByStatus.get(value);

  return isNegative ? undefined : meaning;
}
