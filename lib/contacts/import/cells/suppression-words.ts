import { setOf } from '#lib/contacts/import/cells/words.ts';

/** Statuses that another product has given to a person. */
export type ImportedSuppression = 'unsubscribed' | 'bounced' | 'blocklisted';

export type SuppressionMeaning = ImportedSuppression | 'subscribed' | 'status';

type Lists<Key extends string> = Readonly<Record<Key, string>>;

function byWord<Key extends string>(lists: Lists<Key>): ReadonlyMap<string, Key> {
  return new Map(
    Object.entries<string>(lists).flatMap(([key, words]) =>
      words.split(' ').map((word): [string, Key] => [word, key as Key]),
    ),
  );
}

/*
 * All words are in lower case, without accents, spaces and punctuation.
 */

/** Names of columns. Each column is a flag, a time, or a text, except `subscribed` and `status`. */
export const meaningByName = byWord<SuppressionMeaning>({
  unsubscribed:
    'unsubscribed unsubscribe unsub unsubtime unsubscribedat unsubscribetime unsubscribeddate unsubscribedate unsubscribedon ' +
    'unsubscribedfromallemail unsubscribedfromallemails unsubscribedfromemail unsubscribedfromemails emailunsubscribed ' +
    'globalunsubscribe emailsunsubscribed optout optedout emailoptout emailoptedout optedoutofemail hsemailoptout optoutdate ' +
    'optouttime optoutat optedoutat donotcontact donotemail donotmail dnc dontcontact suppressed suppressionreason emailsuppressions ' +
    'complained complaint spamcomplaint markedasspam abmeldedatum baja',
  bounced:
    'bounced bounce bouncing emailbounced hardbounced hardbounce cleantime cleaned cleanedat bouncedat bouncedate bounceddate ' +
    'bouncereason emailbounceddate emailbouncedreason emailhardbouncereason hsemailhardbouncereason ' +
    'hsemailhardbouncereasonenum hsemailbadaddress invalidemail emailinvalid',
  blocklisted:
    'blocklisted blacklisted emailblocklisted emailblacklisted blocklist blacklist blocked blocklistedat blacklistedat',
  subscribed:
    'subscribed emailsubscribed subscribedtoemails acceptsmarketing acceptsemailmarketing optin optedin emailoptin marketingoptin ' +
    'emailmarketing emailmarketingconsent',
  status:
    'status state stage statut estado stato emailstatus subscriptionstatus emailsubscriptionstatus subscriberstatus marketingstatus ' +
    'emailmarketingstatus laststate substatus emailmarketingconsentstatus emailpermissionstatus consentstatus mailstatus ' +
    'mailingstatus listeningstatus globalstatus zbstatus verificationstatus leadcategory',
});

/** What a status says at its beginning or end: «Do not contact - legal». The names of columns have these words anywhere. */
export const statusByPhrase = byWord<ImportedSuppression>({
  unsubscribed:
    'unsub unsubscribe unsubscribed unsubscribes unsubscription optout optsout optedout optouts donotcontact dontcontact donotemail ' +
    'dontemail donotallowemail donotallowemails donotallowbulkemail donotallowbulkemails abgemeldet abmeldung abbestellt ' +
    'nichtkontaktieren nichtanschreiben desabonne desabonnee desinscrit desinscrite nepascontacter dadodebaja dadadebaja ' +
    'nocontactar disiscritto disiscritta noncontattare uitgeschreven afgemeld nietmailen nietcontacteren',
  bounced: 'bounce bounced bounces hardbounce hardbounced hardbounces',
  blocklisted: 'blocklisted blacklisted',
});

/** Statuses that are the whole value, because the words have other meanings in a text. */
export const statusByValue: ReadonlyMap<string, ImportedSuppression> = new Map([
  ...statusByPhrase,
  ...byWord<ImportedSuppression>({
    unsubscribed: 'donotmail dnc suppressed complained complaint abuse spam spamcomplaint markedasspam baja',
    bounced: 'cleaned',
    blocklisted: 'blocked blocklist blacklist spamtrap',
  }),
]);

/** The phrases of bounces that are in names: others, such as «Emails bounced», also count soft bounces. */
export const isHardBounce = (phrase: string): boolean => phrase.startsWith('hard');

/** Words of names that have a phrase and are no flags: «Unsubscribe link», «Opt out of sale». */
export const otherNameWords = setOf(
  'link url page token text footer header template subject body campaign list title id rate score note notes comment until before ' +
    'soft sale sell sharing tracking cookie cookies analytics',
);

/** A text about these suppresses no contact, unless it also names emails: «SMS opt out». */
export const otherChannels = setOf(
  'sms text texts phone phones call calls calling mobile voice whatsapp fax push post postal direct',
);

/** Before a phrase: «Not bounced». */
export const negations = setOf(
  'no not never non nicht kein keine nie pas ne nao nunca niet geen nessun senza',
);
/** Between a negation and a phrase. */
export const fillers = setOf('yet been currently has is was a an the hard');

export const softWords = setOf('soft softbounce softbounced transient temporary temporarily deferred');

/** A flag is not set. */
export const empties = setOf('none null nil nan na undefined unset notset nodata notavailable notapplicable');
/** A flag is not set, but a reason of an existing suppression may be unknown. */
export const unknowns = setOf('unknown notspecified unbekannt inconnu desconocido sconosciuto onbekend');

/** The opposite of a suppression. */
export const affirmations = setOf(
  'active activesubscriber subscribed optin optedin allow allowed ok valid verified deliverable delivered mailable',
);
