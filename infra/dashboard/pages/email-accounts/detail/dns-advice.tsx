import type { ReactNode } from 'react';
import { CopyField } from '../../../components/copy-once.tsx';
import type { Account } from '../queries.ts';

export type CheckName = 'spf' | 'dkim' | 'dmarc';

export const checkPurposes: Readonly<Record<CheckName, string>> = {
  spf: 'Servers that may send for the domain',
  dkim: 'Key of the signatures',
  dmarc: 'Policy of the domain',
};

interface DnsAdviceProps {
  readonly account: Account;
  readonly check: CheckName;
  /** Null if the DNS lookup failed. */
  readonly result: 'fail' | 'missing' | null;
}

/** What to publish in the DNS of the sender's domain. */
export function DnsAdvice({ account, check, result }: DnsAdviceProps) {
  if (result === null) {
    return (
      <div className="check-advice">
        <p className="muted">The DNS lookup failed. It is repeated within an hour.</p>
      </div>
    );
  }
  const advice = { spf: spfAdvice, dkim: dkimAdvice, dmarc: dmarcAdvice }[check](account, result);

  return (
    <div className="check-advice">
      {advice}
      <p className="muted">The next check runs within a day.</p>
    </div>
  );
}

const domainOf = ({ email }: Account): string => email.slice(email.lastIndexOf('@') + 1);

const isGoogle = (host: string): boolean => /\.(?:gmail|google)\.com$/u.test(host);
const isMicrosoft = (host: string): boolean => /\.(?:office365|outlook)\.com$/u.test(host);

/** The mechanism that permits the account's mail server. */
function spfMechanism({ smtp: { host } }: Account): string {
  if (isGoogle(host)) return 'include:_spf.google.com';
  if (isMicrosoft(host)) return 'include:spf.protection.outlook.com';

  return `a:${host}`;
}

function spfAdvice(account: Account, result: 'fail' | 'missing'): ReactNode {
  const domain = domainOf(account);
  const mechanism = spfMechanism(account);
  if (result === 'missing') {
    return (
      <>
        <p>Publish this record. If other services send for {domain}, add their mechanisms before “~all”.</p>
        <DnsRecord name={domain} value={`v=spf1 ${mechanism} ~all`} />
      </>
    );
  }

  return (
    <p>
      The record of {domain} does not permit {account.smtp.host}, is malformed or occurs twice. Keep one
      record that begins with <code>v=spf1</code>, and add <code>{mechanism}</code> before its{' '}
      <code>all</code>.
    </p>
  );
}

function dkimAdvice(account: Account, result: 'fail' | 'missing'): ReactNode {
  const domain = domainOf(account);
  const { host } = account.smtp;
  const finding =
    result === 'fail' ? 'The key is revoked or malformed.' : 'No key was found under the common selectors.';
  if (isGoogle(host)) {
    return (
      <p>
        {finding} In the Google Admin console, open Gmail, “Authenticate email”, generate a key, and publish
        it as TXT record <code>google._domainkey.{domain}</code>.
      </p>
    );
  }
  if (isMicrosoft(host)) {
    return (
      <p>
        {finding} In the Microsoft Defender portal, open the email authentication settings, “DKIM”, and
        publish the two CNAME records <code>selector1._domainkey.{domain}</code> and{' '}
        <code>selector2._domainkey.{domain}</code>.
      </p>
    );
  }

  return (
    <p>
      {finding} The provider of {host} creates the key. Publish its record under{' '}
      <code>&lt;selector&gt;._domainkey.{domain}</code>. If the provider uses an uncommon selector, this check
      cannot find it.
    </p>
  );
}

function dmarcAdvice(account: Account, result: 'fail' | 'missing'): ReactNode {
  const domain = domainOf(account);

  return (
    <>
      <p>
        {result === 'missing'
          ? 'Publish this record. It only collects reports; a stricter policy can follow.'
          : 'The record is malformed or occurs twice. Replace it with one record, such as this.'}
      </p>
      <DnsRecord name={`_dmarc.${domain}`} value={`v=DMARC1; p=none; rua=mailto:${account.email}`} />
    </>
  );
}

interface DnsRecordProps {
  readonly type?: 'TXT' | 'CNAME';
  readonly name: string;
  readonly value: string;
}

/** A record to publish, with buttons that copy its parts. */
export const DnsRecord = ({ type = 'TXT', name, value }: DnsRecordProps) => (
  <div className="dns-record">
    <span>Type</span>
    <code>{type}</code>
    <span>Name</span>
    <CopyField label={`Name of the ${type} record ${name}`} value={name} />
    <span>Value</span>
    <CopyField label={`Value of the ${type} record ${name}`} value={value} />
  </div>
);
