import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';

/** The address, its domain or its mailbox does not exist. */
export const invalidAddressRules: readonly ReplyRule[] = [
  {
    reason: 'address_moved',
    status: ['5.1.6'],
    source: 'RFC 3463, section 3.2: mailbox has moved, no forwarding address',
  },
  {
    reason: 'domain_unknown',
    words: phrases(`
      host unknown | unknown host or domain | host or domain name not found | host not found
      | dns lookup failure: host … not found | no such domain | rejected: domain not found | nxdomain
      | name or service not known | domain is not reachable | non-existent domain | nonexistent domain
      | bad destination system | unrouteable address | unrouteable domain | no such host
      | all relevant mx records point to non-existent hosts | couldn't find any host
      | couldn't find … by that name | couldn't find a mail exchanger | domain … not exist
      | mx … invalid`),
    source: 'Postfix, Exim, qmail, Sendmail, Outlook.com; sisimai: HostUnknown, NotAccept',
  },
  {
    reason: 'domain_without_mail',
    words: phrases(`
      null mx | nullmx | no smtp service | no mx record | does not accept mail | doesn't accept mail
      | does not accept email`),
    unless: ['mail from', 'email from'],
    source: 'RFC 7504, RFC 7505; Postfix; sisimai: NotAccept',
  },
  { reason: 'domain_without_mail', codes: [556], source: 'RFC 7504, section 4: domain does not accept mail' },
  {
    reason: 'domain_without_mail',
    codes: [521],
    status: ['5.3.2'],
    source: 'RFC 7504, section 3: host does not accept mail',
  },
  {
    reason: 'domain_unknown',
    status: ['5.1.2', '5.4.310', '5.4.312'],
    source: 'RFC 3463, section 3.2: bad destination system; Microsoft: DNS domain does not exist',
  },
  {
    reason: 'address_unknown',
    words: phrases(`
      user unknown | unknown user | user not found | no such user | user does not exist
      | user doesn't exist | user not known | user not exist | user invalid | invalid user
      | not a known user | not a valid user | no such person | no such account | not our user
      | not our customer | user … does not exist | user doesn't have a | doesn't have a … account
      | unknown email | user was not found | user … was not found | no user here | user … unknown
      | user … not found | unknown local | unknown or illegal | unknown recipient | recipient unknown
      | recipient not found | recipient not exist | recipient does not exist | no such recipient
      | invalid recipient | recipient invalid | not a valid recipient | bad recipient | recipnotfound
      | recipientnotfound | recipient … was not found | recipient address does not exist
      | recipient … does not exist | recipient … not found | recipient name is not recognized
      | badrcptto | unknown address | address unknown | address does not exist | address doesn't exist
      | no such address | address not found | invalid address | address invalid | address not valid
      | not a valid address | address … does not exist | address … not found | address couldn't be found
      | address could not be found | address … not valid | inactive email address
      | address is wrong or no longer valid | account that you tried to reach does not exist
      | account does not exist | account doesn't exist | account not found | no account by that name
      | unknown account | account unavailable | invalid final delivery | account … does not exist
      | no longer accepts mail | address no longer | no longer valid | unknown mailbox | mailbox unknown
      | mailbox not found | no such mailbox | mailbox does not exist | mailbox doesn't exist
      | invalid mailbox | mailbox invalid | no mailbox | not a valid mailbox | mailbox … does not exist
      | mailbox not present | mailbox unavailable | mailbox is unavailable | mailbox not available
      | not listed in domino | not listed in … directory | no valid recipients | does not like recipient
      | no one at this address | not a local address | adresse destinataire invalide
      | utilisateur inconnu | usuario … no existe | buzón no existe | utente … inesistente
      | empfänger unbekannt | unbekannter empfänger | destinatario sconosciuto | ディレクトリには見つかりません
      | ディレクトリのリストにありません | アドレスが見つかりません | пользователь не найден | wasn't found at
      | e-mail address you entered | in my validrcptto | bad address | not listed in public
      | bad destination email address | could not be found or is not | undeliverable address
      | no such local`),
    source:
      'Postfix, Exim, Sendmail, qmail, Exchange, Gmail (NoSuchUser), Yahoo, iCloud, La Poste, GMX; sisimai: UserUnknown',
  },
  {
    reason: 'address_unknown',
    status: ['5.4.1'],
    words: ['recipient address rejected: access denied'],
    source: 'Microsoft: directory-based edge blocking refuses recipients that do not exist with 5.4.1',
  },
  {
    reason: 'mailbox_disabled',
    status: ['5.2.1'],
    words: ['disabled', 'inactive'],
    source: 'RFC 3463, section 3.3: mailbox disabled; the code alone can also mean a rate limit',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.3'],
    words: ['syntax', 'not a valid', 'invalid'],
    source: 'RFC 3463, section 3.2: bad destination mailbox address syntax; Gmail (BadRcptTo)',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.0'],
    words: ['address rejected'],
    source:
      'Cisco: a recipient that the directory does not know is refused with `550 #5.1.0 Address rejected.`',
  },
  {
    reason: 'domain_unknown',
    status: ['5.4.4'],
    words: ['invalid domain'],
    source: 'Amazon SES: bounces for domains without mail exchangers',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.10'],
    source: 'Microsoft: RecipientNotFound; RFC 7505: null MX',
  },
  {
    reason: 'mailbox_disabled',
    words: phrases(`
      is disabled | is inactive | mailbox disabled | account disabled | disabled recipient
      | user disabled | been disabled | deactivated | mailbox is inactive | user not active
      | no longer active | discontinued`),
    source: 'RFC 3463, section 3.3: mailbox disabled; Gmail (DisabledUser), NetEase',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.1'],
    source: 'RFC 3463, section 3.2: bad destination mailbox address',
  },
];
