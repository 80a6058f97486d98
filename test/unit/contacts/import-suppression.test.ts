import { describe, expect, test } from 'vitest';
import { openImportFile } from '#lib/contacts/import/rows.ts';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The status that a cell of a column gives to its contact. */
function statusOf(column: string, cell: string): string {
  const text = `Email,${quoted(column)}\na@x.example,${quoted(cell)}`;
  const [row] = [...openImportFile(Buffer.from(text), { tags: [], mapping: undefined }).rows];
  if (!(row && 'contact' in row)) throw new Error(JSON.stringify(row));

  return row.suppressedAs ?? 'active';
}

/** Cases of one status: a column name, and cells separated by spaces around `|`. */
function cases(lines: readonly (readonly [string, string])[]): [string, string][] {
  return lines.flatMap(([column, cells]) =>
    cells.split(' | ').map((cell): [string, string] => [column, cell]),
  );
}

describe('a subscribed person stays active:', () => {
  test.each(
    cases([
      ['Email Marketing Consent', 'SUBSCRIBED | NEVER_SUBSCRIBED | yes'],
      [
        'Subscribed',
        'Subscribed | Active | N/A | null | None | undefined | unknown | - | ✓ | ☐ | 2024-01-02',
      ],
      ['subscribed_to_emails', 'true'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('active');
  });

  test.each(cases([['Subscribed', 'no | FALSE | 0 | nein | ЛОЖЬ | Unsubscribed | Opted out | ❌']]))(
    'but not with a clear no: %s: %s',
    (column, cell) => {
      expect(statusOf(column, cell)).toBe('unsubscribed');
    },
  );
});

describe('a flag with a no suppresses no contact:', () => {
  test.each(
    cases([
      [
        'Opted out',
        'ONWAAR | FALSKT | FAŁSZ | ЛОЖЬ | HAMIS | YANLIŞ | nej | nei | não | нет | unknown | not set',
      ],
      ['Opted out', 'Opted in | opt-in | No data | 00/01/1900 | 0001-01-01T00:00:00 | 1/0/1900 | 30.12.1899'],
      [
        'Opted out',
        '1970-01-01 | Not opted out | Never opted out | ☐ | ❌ | [] | {} | – | 0.00 | No opt out',
      ],
      [
        'Bounced',
        'Not bounced | No bounce | OK | valid | Deliverable | Soft bounce | soft | has not yet bounced',
      ],
      ['donotemail', 'Allow | Allowed'],
      ['Unsubscribe', 'https://mail.example/u/abc | <mailto:u@mail.example> | www.mail.example/u'],
      [
        'Bounce reason',
        'none | n/a | soft: mailbox full (will retry) | Transient failure | Temporarily deferred',
      ],
      ['Abgemeldet', 'nicht abgemeldet | keine Abmeldung'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('active');
  });
});

describe('a flag with another text suppresses:', () => {
  test.each(
    cases([
      [
        'Do Not Contact',
        'unsubscribed, not bounced | No emails: unsubscribed | ✓ | ✔️ | ☑ | ✅ | ● | x | * | ⛔ | Not interested | No longer with the company | Do Not Allow',
      ],
      ['Opt out of email', 'yes'],
      ['Opted out of email: One to One', 'true'],
      ['Unsubscribed Time', '2024-01-02'],
      ['Unsubscribe Reason', 'unknown | No more emails, please | NORMAL'],
      ['Date Unsubscribed', '02.01.2024 | 1/10/2024'],
      ['subscribed_to_emails', 'false'],
      ['Email_OptOut__c', '1'],
      ['et4ae5__HasOptedOutOfEmail__c', 'true'],
      ['SuppressionReason', 'complaint'],
      ['Abmeldedatum', '02.01.2024'],
      ['Email Opt-Out Date', '2024-01-02T00:00:00Z'],
      ['Newsletter opt-out', 'ja'],
      ['Do not allow Emails', 'Do Not Allow | Yes'],
      ['Do not allow Bulk Emails', 'Yes'],
      ['Opted out of email and SMS', 'Yes'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('unsubscribed');
  });

  test.each(
    cases([
      ['Email Invalid', 'true'],
      ['Bouncing', 'yes'],
      ['Hard Bounced Date', '2024-01-02'],
      ['Bounce reason', '550 No such user | No such user here | Not found | Unknown | Non-existent mailbox'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('bounced');
  });
});

describe('a status is read in other words and languages:', () => {
  test.each(
    cases([
      [
        'Status',
        'Désabonné | De\u0301sinscrit | Abbestellt | Nicht kontaktieren | Ne pas contacter | No contactar',
      ],
      ['Status', 'Non contattare | Niet mailen | Unsubscribed (manual) | Unsubscribed by user | do_not_mail'],
      ['Status', 'Do Not Contact - Legal | Contact unsubscribed | Opted Out (email) | bounced;unsubscribed'],
      ['Status', 'Not interested - unsubscribed | Unsubscribed (not interested) | emailsUnsubscribed'],
      ['Statut', 'Désabonnée'],
      ['Estado', 'Dado de baja | Baja'],
      ['Stato', 'Disiscritto'],
      ['lead_category', 'Do Not Contact'],
      ['Global status', 'Unsubscribed'],
      ['Verification status', 'do_not_mail'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('unsubscribed');
  });

  test.each(cases([['Status', 'Bounced - hard | BOUNCED_HARD | Email bounced | Hard bounce (550)']]))(
    '%s: %s',
    (column, cell) => {
      expect(statusOf(column, cell)).toBe('bounced');
    },
  );

  test('ZB Status: spamtrap', () => {
    expect(statusOf('ZB Status', 'spamtrap')).toBe('blocklisted');
  });
});

describe('a column or value that only mentions it suppresses no contact:', () => {
  test.each(
    cases([
      [
        'Status',
        'Not bounced | Never unsubscribed | Soft bounced | SOFT_BOUNCE | Bounced (soft) | Opted out of SMS',
      ],
      [
        'Status',
        'Asked how to unsubscribe from the list of speakers | Unsubscribed: no | Do not contact by phone',
      ],
      ['State', 'Baja California'],
      ['Estado', 'Baja California Sur'],
      ['Status', 'Blocked by budget | Spam check passed'],
      ['Note', 'unsubscribe'],
      ['Unsubscribe note', 'Ask Ada'],
      ['Unsubscribe link', 'yes'],
      ['Unsubscribe rate', '5'],
      ['Campaign', 'Unsubscribe'],
      ['Last campaign: how to unsubscribe', 'yes'],
      ['SMS unsubscribed', 'yes'],
      ['Direct Mail Opt Out', 'yes'],
      ['Opted out of phone calls', 'yes'],
      ['Adopt outline', 'yes'],
      ['Opt out of sale', 'yes'],
      ['Soft bounced', 'yes'],
    ]),
  )('%s: %s', (column, cell) => {
    expect(statusOf(column, cell)).toBe('active');
  });
});
