/*
 * How mail systems mark a report about a message that they did not deliver. The local parts and subjects are those of
 * RFC 2142 and RFC 3464, and of the systems that sisimai knows (Lhost). They open the gate only: what a report says is
 * read from its fields and words, and it has no effect unless it proves which message it is about.
 */

/** Local parts that mail systems send from; `MAILER-DAEMON` also stands alone, and as a display name before `<>`. */
const daemon =
  /(?:^|[\s<"(])(?:mailer[-_.]?daemons?|mail[-_.]?daemon|post[-_.]?master|mdaemon|mail-?delivery(?:-?(?:sub)?system)?|delivery-?(?:subsystem|notification|status)|bounce-?(?:notification|daemon)|mail-?system|mailsystem|mail\.administrator)(?:@|[\s">)]|$)/i;
/** RFC 5321, section 4.5.5: notifications have no return path. */
const noAddress = /<\s*>\s*$/;

export function isFromMailSystem(from: string): boolean {
  return daemon.test(from) || noAddress.test(from) || from.trim() === '';
}

const subjects = [
  ...[
    'undeliver(?:ed|able)',
    'un?deliverable mail',
    'delivery status notification',
    'delivery[ -](?:has )?fail(?:ed|ure)',
  ],
  ...[
    'delivery (?:report|notification|problem|error|delayed|incomplete|unsuccessful)',
    'mail delivery (?:failed|failure|problem|system|error|status|delayed)',
  ],
  ...[
    'failure notice',
    'delivery notification',
    'returned (?:mail|to sender)',
    'mail (?:failure|could not be delivered|system error|not delivered)',
  ],
  ...[
    '(?:your )?(?:message|mail|e-?mail)(?: you sent)? (?:has failed|delivery has failed|delivery failed|could not be delivered|was not delivered|not delivered|rejected|undeliverable|delayed)',
  ],
  ...[
    'non[- ]?deliver(?:y|able)',
    'message status - undeliverable',
    'message delivery has failed',
    'warning: (?:message|could not)',
    'notice: mail delivery',
  ],
  ...[
    'there was an error sending your mail',
    'sorry, your message could not be delivered',
    'permanent delivery failure',
    'could not deliver',
    "couldn't be delivered",
  ],
  ...[
    'you .{1,100} are not member',
    'email undeliverable',
    'complaint about message from',
    'unzustellbar',
    'non remis',
    'non distribuable',
    'no se puede entregar',
  ],
  ...[
    'no se ha podido entregar',
    'mancato recapito',
    'impossibile recapitare',
    'não (?:foi )?entreg',
    'onbestelbaar',
    'niet te bezorgen',
    'olevererbart',
    'kan ikke leveres',
  ],
].join('|');
const reportSubject = new RegExp(
  `^(?:\\*+ ?)?(?:(?:fwd?|wg|tr) ?: *)?(?:\\*+ ?|\\[[^\\]]{1,40}\\] *)?(?:${subjects})`,
  'iu',
);

/** RFC 5322, section 2.1.1. */
const subjectMax = 998;

export function isReportSubject(subject: string): boolean {
  return reportSubject.test(subject.slice(0, subjectMax).trim());
}
