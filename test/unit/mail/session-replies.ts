import type { SessionPhase } from '#lib/mail/refusal-verdict.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/*
 * Replies of real servers, from documentation or from production, with replaced addresses.
 */

/** Replies before MAIL. */
export const sessionReplies: readonly (readonly [
  server: string,
  phase: SessionPhase,
  reply: string,
  failure: SendFailure['kind'],
])[] = [
  ['Gmail', 'greeting', '421 4.7.0 Try again later, closing connection.', 'unreachable'],
  ['Gmail', 'greeting', '421 4.4.5 Server busy, try again later.', 'unreachable'],
  ['Microsoft 365', 'greeting', '421 4.3.2 Service not active', 'unreachable'],
  ['Postfix', 'greeting', '421 4.7.0 mx.example.net Error: too many connections from 192.0.2.1', 'rate'],
  ['Exim', 'greeting', '421 Too many concurrent SMTP connections; please try again later.', 'rate'],
  [
    'Yahoo',
    'greeting',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
    'unreachable',
  ],
  [
    'Postfix',
    'greeting',
    '450 4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]',
    'unreachable',
  ],
  ['Proofpoint', 'greeting', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'unreachable'],
  [
    'Yahoo',
    'greeting',
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list",
    'unreachable',
  ],
  ['Barracuda', 'greeting', '554 Service unavailable; Client host blocked', 'unreachable'],
  ['Exim', 'ehlo', '550 Administrative prohibition', 'unreachable'],
  ['Postfix', 'ehlo', '501 Syntax: EHLO hostname', 'unreachable'],
  ['Amazon SES', 'ehlo', '451 4.4.2 Timeout waiting for data from client.', 'unreachable'],
  ['Postfix', 'starttls', '454 4.7.0 TLS not available due to local problem', 'unreachable'],
  ['Exim', 'starttls', '503 STARTTLS command used when not advertised', 'unreachable'],
  [
    'Gmail',
    'auth',
    '535-5.7.8 Username and Password not accepted. For more information, go to\n535 5.7.8  https://support.google.com/mail/?p=BadCredentials a1-20020a',
    'auth',
  ],
  [
    'Gmail',
    'auth',
    '534-5.7.9 Application-specific password required. For more information, go to\n534 5.7.9  https://support.google.com/mail/?p=InvalidSecondFactor',
    'auth',
  ],
  [
    'Gmail',
    'auth',
    '534-5.7.14 <https://accounts.google.com/signin/continue> Please log in via\n534-5.7.14 your web browser and then try again.',
    'auth',
  ],
  ['Gmail', 'auth', '454 4.7.0 Too many login attempts, please try again later.', 'rate'],
  ['Gmail', 'auth', '421 4.7.0 Too many login attempts, please try again later.', 'rate'],
  [
    'Microsoft 365',
    'auth',
    '535 5.7.3 Authentication unsuccessful [AM0PR01.eurprd01.prod.exchangelabs.com]',
    'auth',
  ],
  [
    'Microsoft 365',
    'auth',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    'auth',
  ],
  ['Postfix', 'auth', '535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6', 'auth'],
  [
    'Postfix',
    'auth',
    '454 4.7.0 Temporary authentication failure: Connection lost to authentication server',
    'unreachable',
  ],
  ['Postfix', 'auth', '503 5.5.1 Error: authentication not enabled', 'auth'],
  ['Exim', 'auth', '535 Incorrect authentication data', 'auth'],
  ['Exim', 'auth', '435 Unable to authenticate at present', 'unreachable'],
  ['Zoho', 'auth', '535 Authentication Failed', 'auth'],
  ['Yahoo', 'auth', '535 5.7.0 (#AUTH005) Too many bad auth attempts.', 'auth'],
  ['Amazon SES', 'auth', '535 Authentication Credentials Invalid', 'auth'],
  ['any', 'auth', '504 5.5.4 Unrecognized authentication type', 'auth'],
  ['SendGrid', 'auth', '451 Authentication failed: Maximum credits exceeded', 'quota'],
  [
    'Microsoft 365',
    'auth',
    '550 5.7.30 Basic authentication is not supported for Client Submission.',
    'auth',
  ],
];
