import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyRule } from '#lib/mail/replies/rule.ts';

/** Unmistakable phrases. They also decide with a code for policy (x.7.1), which Yandex, Trend Micro and others send for unknown users. */
export const certainAddressRules: readonly ReplyRule[] = [
  {
    reason: 'address_unknown',
    words: phrases(`
      user unknown | unknown user | user not found | no such user | user does not exist
      | user doesn't exist | user not known | user not exist | nonexistent user | non-existent user
      | not a known user | no such person | no such account | no user by that name | no user here
      | unknown local | no such local | unknown recipient | recipient unknown | recipient not found
      | recipient not exist | recipient does not exist | recipient doesn't exist | no such recipient
      | recipnotfound | recipientnotfound | invalid recipient | rcpt does not exist | rcpt dosn't exist | badrcptto
      | addressee unknown | unknown address | address unknown | no such address | address not found
      | address does not exist | address doesn't exist | not an active address
      | account that you tried to reach does not exist | account does not exist
      | account doesn't exist | account not found | no account by that name | unknown account
      | unknown mailbox | mailbox unknown | mailbox not found | mail-box not found | no such mailbox
      | mailbox does not exist | mailbox doesn't exist | no mailbox | no mail box
      | not our customer | not listed in domino | not listed in public | not listed in … directory
      | no one at this address | adresse destinataire invalide | utilisateur inconnu
      | référencée ci-dessus n'existe pas | usuario no existe | utente … inesistente | destinatario sconosciuto
      | empfänger unbekannt | unbekannter empfänger | buzón no existe | пользователь не найден
      | ディレクトリには見つかりません | ディレクトリのリストにありません | アドレスが見つかりません`),
    // Attempts at many addresses are the sender's fault, and one of two reasons is no proof.
    unless: phrases(`
      unknown users | unknown recipients | invalid recipients | nonexistent users | harvest | unknown address family
      | or mailbox full | o mailbox lleno`),
    source:
      'Postfix, Exim, Sendmail, qmail, Exchange, Gmail (NoSuchUser), Yahoo, Yandex, iCloud, La Poste, GMX; sisimai: UserUnknown',
  },
];

/** The address, its domain or its mailbox does not exist. */
export const invalidAddressRules: readonly ReplyRule[] = [
  {
    reason: 'mailbox_full',
    codes: [552],
    source: 'RFC 5321, section 4.2.3: 552 exceeded storage allocation. Comcast sends it with 5.1.1',
  },
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
      | bad destination system | unrouteable address | unroutable address | unrouteable domain
      | unrouteable mail domain | no such host | illegal host/domain name
      | all relevant mx records point to non-existent hosts | couldn't find any host
      | couldn't find … by that name | couldn't find a mail exchanger | domain … not exist`),
    source: 'Postfix, Exim, qmail, Sendmail, Outlook.com; sisimai: HostUnknown, NotAccept',
  },
  {
    reason: 'domain_without_mail',
    words: phrases(`
      null mx | nullmx | indicated no smtp service | no mx record | domain does not accept mail
      | domain … does not accept mail | host does not accept mail | domain doesn't accept mail`),
    unless: phrases(`
      mail from | email from | accept mail larger | accept mail after | accept mail until
      | accept mail with`),
    source:
      'RFC 7504, RFC 7505; Postfix, Exim; sisimai: NotAccept. GMX refuses senders with the words `No SMTP service`',
  },
  { reason: 'domain_without_mail', codes: [556], source: 'RFC 7504, section 4: domain does not accept mail' },
  {
    reason: 'domain_without_mail',
    codes: [521],
    words: ['not accept mail', 'not accepting network messages', 'no mail service'],
    source:
      'RFC 7504, section 3: host does not accept mail. Postfix also refuses listed senders with 521 5.3.2',
  },
  {
    reason: 'domain_unknown',
    status: ['5.1.2', '5.4.310', '5.4.312'],
    source: 'RFC 3463, section 3.2: bad destination system; Microsoft: DNS domain does not exist',
  },
  {
    reason: 'address_unknown',
    words: phrases(`
      user invalid | invalid user | not a valid user | not our user | user … does not exist
      | doesn't have a … account | not have an account | unknown email | user … unknown | user … not found
      | unknown or illegal | recipient invalid | not a valid recipient | bad recipient | bad_recipient
      | recipient … does not exist | recipient … not found | recipient name is not recognized
      | invalid address | address invalid | not a valid address | address … does not exist
      | address … not found | address couldn't be found | address could not be found
      | address … not valid | inactive email address | invalid final delivery
      | account … does not exist | no longer accepts mail | address no longer | no longer valid
      | invalid mailbox | mailbox invalid | not a valid mailbox | mailbox … does not exist
      | mailbox not present | no valid recipients | does not like recipient | not a local address
      | usuario … no existe | wasn't found at | e-mail address you entered | in my validrcptto
      | bad address | bad destination email address | could not be found or is not`),
    source:
      'Postfix, Exim, Sendmail, qmail, Exchange, Yahoo, iCloud, GMX; sisimai: UserUnknown. Replies to senders use such phrases, too',
  },
  {
    reason: 'address_unknown',
    words: ['requested action not taken: mailbox unavailable'],
    // IONOS, GMX and QQ refuse senders with the same sentence.
    unless: ['dns', ' mx ', 'denied', 'no access', 'sender'],
    source:
      'RFC 5321, section 4.2.3: 550; Outlook.com and Exchange send exactly this sentence for unknown users',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.x', '5.2.1'],
    words: phrases(
      'mailbox unavailable | mailbox is unavailable | mailbox not available | account unavailable',
    ),
    source:
      'RFC 3463, section 3.2. Without the code, the phrases also mean limits (Tencent) and local failures',
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
      | no longer active | discontinued | inactive account | account inactive | inactive user`),
    source: 'RFC 3463, section 3.3: mailbox disabled; Gmail (DisabledUser), NetEase',
  },
  {
    reason: 'address_unknown',
    status: ['5.1.1'],
    source: 'RFC 3463, section 3.2: bad destination mailbox address',
  },
];
