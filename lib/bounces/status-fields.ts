import { addressesIn } from '#lib/bounces/failed-recipients.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Status of one recipient in a delivery report: RFC 3464, section 2.3. */
export interface RecipientStatus {
  /** In lower case: `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string;
  readonly status: string;
  /** Without its type, because types other than `smtp` use the same phrases. */
  readonly diagnostic: string;
  /** The normalised original and final addresses. */
  readonly addresses: readonly string[];
}

/** Maximum recipients. Up to two groups before their groups may describe the whole report. */
const recipientsMax = 20;
/** The beginning of a recipient's group: Final-Recipient, or an Original-Recipient line directly before it. */
const recipientStart = /^(?:original-recipient:.*\n)?final-recipient:/gim;

/** Reads the groups of fields that name a recipient, from the status part or from the text of a report. */
export function readStatusFields(block: string): RecipientStatus[] {
  return unfolded(block)
    .split(/\n{2,}/, recipientsMax + 2)
    .flatMap(splitGroup)
    .flatMap((group) => {
      const fields = fieldsOf(group);
      const addresses = ['final-recipient', 'original-recipient', 'x-actual-recipient'].flatMap((name) =>
        recipientsIn(fields.get(name) ?? ''),
      );
      if (addresses.length === 0 || (!fields.has('action') && !fields.has('status'))) return [];
      const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[a-z0-9-]+ ?; */i, '');
      const action = /^[a-z]{1,20}/.exec((fields.get('action') ?? 'failed').toLowerCase())?.[0] ?? 'failed';

      return [{ action, status: fields.get('status') ?? '', diagnostic, addresses: [...new Set(addresses)] }];
    })
    .slice(0, recipientsMax);
}

/** Some servers write no empty line between two recipients. */
function splitGroup(group: string): string[] {
  const starts = Array.from(group.matchAll(recipientStart), ({ index }) => index);
  if (starts.length < 2) return [group];

  return [0, ...starts].slice(0, recipientsMax + 1).map((start, at) => group.slice(start, starts[at]));
}

/** The value of a field; empty if the block does not contain it. */
export function fieldIn(block: string, name: string): string {
  return fieldsOf(unfolded(block)).get(name) ?? '';
}

const linesMax = 200;
/** Maximum offset of the colon. Longer beginnings of a line are text. */
const colonMax = 60;

/** The fields by lower-case name. The first field of a name counts. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n', linesMax)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (colon > 0 && colon < colonMax && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }

  return fields;
}

/**
 * Reads `rfc822; ann@example.com`, with or without type and angle brackets, and variants such as `rfc/822;ann@example.com` and
 * `ann@example.com...`. A domain without a dot is a host of the server's own network.
 */
function recipientsIn(field: string): string[] {
  const value = field.slice(field.lastIndexOf(';') + 1).trim();
  const addresses = addressesIn(value);
  if (addresses.length > 0) return addresses;
  const address = value.replace(/^<(.*)>$/, '$1');

  return /^[^\s<>@]+@[^\s<>@]+$/.test(address) ? [normaliseEmail(address)] : [];
}

/** Joins continuation lines to their fields (RFC 5322, section 2.2.3). */
function unfolded(block: string): string {
  return block
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, ' ')
    .trim();
}
