import { phrases } from '#lib/mail/phrases.ts';

/*
 * Senders and subjects of reports about undelivered messages. They come from RFC 2142, RFC 3464 and the systems that sisimai
 * knows (Lhost). They only select possible reports. The fields and the text of a report decide, and a report has no effect
 * without a proof of the message that it concerns.
 */

/** Local parts of mail systems. `MAILER-DAEMON` also occurs without a domain, and as a display name before `<>`. */
const daemon =
  /(?:^|[\s<"(])(?:mailer[-_.]?daemons?|mail[-_.]?daemon|post[-_.]?master|mdaemon|mail-?delivery(?:-?(?:sub)?system)?|delivery-?(?:subsystem|notification|status)|bounce-?(?:notification|daemon)|mail-?system|mailsystem|mail\.administrator)(?:@|[\s">)]|$)/i;
/** Amazon SES reports bounces through Amazon SNS. */
const notifier = /(?:^|[\s<])no-reply@sns\.amazonaws\.com(?:$|>)/i;
/** RFC 5321, section 4.5.5: reports have no return path. */
const noAddress = /<\s*>\s*$/;

/** Whether a `From` or `Return-Path` value names a mail system. Empty values count, because reports have no return path. */
export function isFromMailSystem(from: string): boolean {
  return namesMailSystem(from) || noAddress.test(from) || from.trim() === '';
}

/** Whether a `From` value contains the name of a mail system. */
export function namesMailSystem(from: string): boolean {
  return daemon.test(from) || notifier.test(from);
}

/** Beginnings of report subjects, in lower case. ` … ` matches any text. */
const subjects = phrases(`
  undeliver | delivery status notification | delivery failed | delivery failure | delivery has failed | delivery report
  | delivery notification | delivery problem | delivery error | delivery delayed | delivery incomplete
  | delivery unsuccessful | delivery to | mail delivery | failure notice | returned mail | returned to sender
  | mail failure | mail could not | mail system error | mail not delivered | message delivery | message has failed
  | message could not be | message was not delivered | message not delivered | message undeliverable | message delayed
  | message you sent could not | your message could not | your message was not delivered | your message … undeliver
  | your message … not delivered | your message … delivery failed | your mail could not | your email could not
  | your e-mail could not | e-mail could not | email could not | e-mail undeliverable | email undeliverable
  | non-deliver | nondeliver | non deliver | message status - undeliverable | warning: message
  | warning: could not | notice: mail delivery | there was an error sending your mail
  | sorry, your message could not | sorry, we could not | permanent delivery failure | could not deliver
  | couldn't be delivered | unable to deliver | you … are not member | complaint about message from
  | unzustellbar | non remis | non distribuable | échec de la remise | no se puede entregar | no se ha podido entregar
  | mancato recapito | mancata consegna | impossibile recapitare | não entregue | não foi entregue | falha na entrega
  | onbestelbaar | niet te bezorgen | olevererbart | kan ikke leveres | недоставленное | не доставлено | 配信不能
  | 送信できません | 退信 | 系统退信`);

/** RFC 5322, section 2.1.1. */
const subjectMax = 998;
/** Marks of filters (`[spam]`) and prefixes of forwarded reports, which count as reports. A reply (`re:`) does not. */
const prefix = /^(?:\*{1,5} ?|\[[^\]]{1,40}\] ?|(?:fwd?|wg|tr) ?: ?)/;

export function isReportSubject(subject: string): boolean {
  let rest = subject.slice(0, subjectMax).trim().toLowerCase();
  for (let times = 0; times < 3; times++) rest = rest.replace(prefix, '');

  return subjects.some((phrase) => {
    const [start = '', end] = phrase.split(' … ');

    return rest.startsWith(start) && (end === undefined || rest.includes(end));
  });
}
