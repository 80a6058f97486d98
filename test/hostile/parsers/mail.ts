import { decodeWords } from 'postal-mime';
import { isComplaint } from '#lib/bounces/complaint.ts';
import { readBounces } from '#lib/bounces/read-bounces.ts';
import { isFromMailSystem, isReportSubject } from '#lib/bounces/report-signs.ts';
import { replyHeaders } from '#lib/emails/thread.ts';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { classify } from '#lib/inbox/classify.ts';
import { mentionsInSource, readHeader } from '#lib/inbox/header.ts';
import { replySnippet } from '#lib/inbox/reply-snippet.ts';
import { ImapUnavailable, throwImapUnavailable } from '#lib/mail/imap-failure.ts';
import { findMentions } from '#lib/mail/message-id.ts';
import { type ReceivedMessage, readHeaderBytes, readMessage } from '#lib/mail/received-message.ts';
import { isRefusal, readRefusal } from '#lib/mail/refusal.ts';
import { classifySessionRefusal, classifyTransactionRefusal } from '#lib/mail/refusal-verdict.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import { extractReplyContent } from '#lib/replies/content.ts';
import { classifySubject, readsLikeAbsence } from '#lib/replies/text/absence.ts';
import { readAnsweredSenders } from '#lib/replies/text/answered-sender.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { stripReplyPrefixes } from '#lib/values/text/reply-prefixes.ts';
import { ourId } from '../../unit/inbox/messages.ts';
import type { Parser } from './measure.ts';

/** Limit of the mailbox session for one message and one header: lib/mail/imap.ts. */
const messageMax = 327_680;
const headerMax = 65_536;

const nothing: ReceivedMessage = {
  from: 'ann@example.com',
  subject: '',
  messageId: '',
  headers: new Map(),
  text: '',
  attachedTexts: undefined,
  fromName: '',
  html: undefined,
  attachments: [],
  cc: [],
  isTruncated: false,
};

async function readAll(source: string): Promise<unknown> {
  const bytes = Buffer.from(source);
  const mail = (await readMessage(bytes)) ?? (await readMessage(readHeaderBytes(bytes)));

  return [
    readHeader(readHeaderBytes(bytes)),
    mentionsInSource(bytes),
    mail && [classify(mail), extractReplyContent(mail)],
  ];
}

/** A message with a header field that has this text. */
const inField = (name: string): Parser => ({
  name: `message, its ${name}`,
  sample: `Re: Hello <${ourId}> (x)`,
  limit: headerMax,
  run: (text) => readAll(`From: a@b.example\r\nIn-Reply-To: ${ourId}\r\n${name}: ${text}\r\n\r\nYes.`),
});

const inBody = (name: string, header: string, end = ''): Parser => ({
  name: `message, ${name}`,
  sample: 'Yes.\r\n\r\nOn Monday, Sam wrote:\r\n> Hi\r\n',
  limit: messageMax,
  run: (text) =>
    readAll(`From: a@b.example\r\nIn-Reply-To: ${ourId}\r\nSubject: Re: x\r\n${header}\r\n\r\n${text}${end}`),
});

const report = 'Content-Type: multipart/report; boundary="b"; report-type=delivery-status';

/** Parsers of received messages and of mail servers' responses. */
export const mailParsers: readonly Parser[] = [
  {
    name: 'message, all of it',
    sample: 'From: a@b.example\r\nSubject: x\r\n\r\nYes.\r\n',
    limit: messageMax,
    run: readAll,
  },
  ...[
    'From',
    'Subject',
    'Auto-Submitted',
    'References',
    'Message-ID',
    'Content-Type',
    'Reply-To',
    'Date',
  ].map(inField),
  inBody('plain text', 'Content-Type: text/plain; charset=utf-8'),
  inBody('HTML', 'Content-Type: text/html; charset=utf-8'),
  inBody('base64', 'Content-Transfer-Encoding: base64'),
  inBody('quoted-printable', 'Content-Transfer-Encoding: quoted-printable'),
  inBody('another charset', 'Content-Type: text/plain; charset=iso-2022-jp'),
  inBody('format=flowed', 'Content-Type: text/plain; format=flowed; delsp=yes'),
  inBody('parts', 'Content-Type: multipart/mixed; boundary=b'),
  inBody('delivery report', `${report}\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n`, '\r\n--b--'),
  inBody('qmail report', '\r\nHi. This is the qmail-send program\r\n\r\n<a@b.example>:'),
  {
    name: 'delivery report, its fields',
    sample:
      'Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 x\n\n',
    limit: messageMax,
    run: (text) =>
      readBounces({
        ...nothing,
        from: 'MAILER-DAEMON@mx.example',
        attachedTexts: {
          status: text,
          original: `Message-ID: ${ourId}\n${text}`,
          feedback: text,
          otherText: text,
        },
      }),
  },
  {
    name: 'qmail report, its paragraphs',
    sample: `<a@b.example>:\nno mailbox (#5.1.1)\n\n--- Below this line is a copy of the message.\nMessage-ID: ${ourId}\n`,
    limit: messageMax,
    run: (text) =>
      readBounces({
        ...nothing,
        from: 'MAILER-DAEMON@mx.example',
        text: `Hi. This is the qmail-send program\n\n${text}`,
      }),
  },
  {
    name: 'feedback report, its fields',
    sample: 'Feedback-Type: abuse\nUser-Agent: x\n',
    limit: messageMax,
    run: (text) =>
      isComplaint({ ...nothing, attachedTexts: { status: '', original: '', feedback: text, otherText: '' } }),
  },
  {
    name: 'notice of a mail system',
    sample: '550 5.1.1 <a@b.example>... User unknown\n<a@b.example>: quota over storage\n\n',
    limit: messageMax,
    run: (text) => readBounces({ ...nothing, subject: 'Undeliverable', text }),
  },
  {
    name: 'text of a mail server’s reply',
    sample: 'user recipient address mailbox account exceeds domain couldn’t find ',
    limit: messageMax,
    run: (text) => classifyReply({ smtpCode: 550, statuses: ['5.1.1'], words: text }),
  },
  {
    name: 'From and Subject of a possible report',
    sample: 'you are mail delivery <mailer-daemon> [fwd: ',
    limit: headerMax,
    run: (text) => [isFromMailSystem(text), isReportSubject(text)],
  },
  {
    name: 'automatic reply, its subject',
    sample: '[list] Re: AW: out of office',
    run: (text) => isAutomatic({ ...nothing, subject: text }),
  },
  {
    name: 'automatic reply, its header',
    sample: 'auto-generated; owner-email="a@b.example"',
    run: (text) =>
      isAutomatic({
        ...nothing,
        headers: new Map([
          ['auto-submitted', [text]],
          ['precedence', [text]],
        ]),
      }),
  },
  { name: 'encoded words', sample: '=?utf-8?Q?=41?= ', limit: messageMax, run: decodeWords },
  { name: 'Message-IDs', sample: `${ourId} `, run: findMentions },
  {
    name: 'references of a reply',
    sample: ourId,
    run: (text) => replyHeaders({ subject: '', messageIds: [text, text] }),
  },
  { name: 'subject of a thread', sample: 'Re: re[2]: Hello', run: stripReplyPrefixes },
  {
    name: 'quoted reply',
    sample: 'Yes.\n\nOn Monday, Sam\n<s@b.example> wrote:\n> Hi\n',
    run: (text) =>
      replySnippet(
        stripQuotedReply(text, [
          ['sam', 'hill'],
          ['s', 'b', 'example'],
        ]),
      ),
  },
  {
    name: 'recipients of a reply',
    sample: '"Hill, Sam" <s@b.example>, x@y.example',
    limit: headerMax,
    run: (text) => readAnsweredSenders(new Map([['to', [text]]])),
  },
  {
    name: 'header of a quoted reply',
    sample: 'De : Ann <a@b.c>\n\nÀ : Sam\nEnvoyé le : 3\n',
    run: stripQuotedReply,
  },
  {
    name: 'attribution of a quoted reply',
    sample: '---- On 3.6. Sam <\ns@b.c\n> wrote ----\n',
    run: stripQuotedReply,
  },
  { name: 'subject of an automatic reply', sample: '[x] Re: auto reply: hello', run: classifySubject },
  { name: 'text of an automatic reply', sample: 'I am currently on annual leave', run: readsLikeAbsence },
  {
    name: 'quoted reply, long lines',
    sample: 'On >wrote a:\n',
    run: (text) => stripQuotedReply((text.match(/[\s\S]{1,400}/g) ?? []).join('\n')),
  },
  {
    name: 'refusal of a mail server',
    sample: '550-5.1.1 The email account\n550 5.1.1 does not exist',
    run: (text) => {
      const refusal = readRefusal(text);

      return [
        isRefusal(text),
        classifyTransactionRefusal('rcpt', refusal),
        classifyTransactionRefusal('data', readRefusal(`452 ${text}`)),
        classifySessionRefusal('auth', refusal),
      ];
    },
  },
  {
    name: 'failure of an IMAP server',
    sample: 'Invalid credentials, try again later',
    run: (text) => {
      try {
        return throwImapUnavailable({
          authenticationFailed: true,
          responseStatus: 'NO',
          responseText: text,
          serverResponseCode: text,
        });
      } catch (error) {
        return error instanceof ImapUnavailable;
      }
    },
  },
];
