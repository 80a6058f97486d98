import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SendResult } from '#lib/mail/send-result.ts';

/** RFC 6531: only servers with SMTPUTF8 accept characters outside ASCII in a local part. nodemailer would send them to any server. */
export const utf8Unsupported: SendResult = {
  kind: 'refused',
  refusal: {
    smtpCode: 553,
    enhancedCode: '5.6.7',
    diagnostic: 'the mail server does not support SMTPUTF8, which the address requires',
  },
  verdict: { kind: 'fail' },
};

/** Whether a local part has characters outside ASCII. Domains are sent in ASCII. */
export function needsUtf8(addresses: readonly string[]): boolean {
  return addresses.some((address) => !/^[ -~]*@/.test(address));
}

/** nodemailer does not declare the list that it reads from the reply to EHLO. */
export function supportsUtf8(connection: SMTPConnection): boolean {
  const { _supportedExtensions: extensions } = connection as unknown as {
    readonly _supportedExtensions?: readonly string[];
  };

  return extensions?.includes('SMTPUTF8') ?? false;
}
