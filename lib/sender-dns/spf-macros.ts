import ipaddr from 'ipaddr.js';

/** The connection that a record is evaluated for. */
export interface SpfSubject {
  /** The sender's address. */
  readonly sender: string;
  /** The connecting IP address, in canonical form. */
  readonly address: string;
  /** The name in HELO. */
  readonly helo: string;
}

const nameLengthMax = 253;
const macro = /%(?:\{([slodiphv])(\d*)(r?)([-.+,/_=]*)\}|([%_-]))/gi;
/** The characters of `%%`, `%_` and `%-`. */
const escaped: Readonly<Record<string, string>> = { '%': '%', _: ' ', '-': '%20' };

/**
 * Expands the macros in a name (RFC 7208, section 7). A result that is too long loses its first labels.
 * @param domain of the record
 */
export function expandName(spec: string, domain: string, subject: SpfSubject): string {
  const values = valuesFor(domain, subject);
  const name = spec.replaceAll(macro, (_, letter, digits, reversed, delimiters, sign) => {
    if (sign !== undefined) return escaped[sign] ?? '';
    const value = values[String(letter).toLowerCase()] ?? 'unknown';
    const parts = [...(delimiters || '.')].reduce<string[]>(
      (texts, mark) => texts.flatMap((text) => text.split(mark)),
      [value],
    );
    if (reversed !== '') parts.reverse();

    return (digits === '' ? parts : parts.slice(-Math.max(1, Number(digits)))).join('.');
  });
  if (name.length <= nameLengthMax) return name;
  const truncated = name.slice(-nameLengthMax);

  return truncated.slice(truncated.indexOf('.') + 1);
}

/**
 * Values by macro letter (section 7.2). `p`, the validated domain name of the address, is always `unknown`: it should not be
 * used (section 5.5).
 */
function valuesFor(domain: string, { sender, address, helo }: SpfSubject): Readonly<Record<string, string>> {
  const at = sender.lastIndexOf('@');
  const isIpv6 = address.includes(':');

  return {
    s: sender,
    l: sender.slice(0, at),
    o: sender.slice(at + 1),
    d: domain,
    i: isIpv6 ? nibblesOf(address) : address,
    v: isIpv6 ? 'ip6' : 'in-addr',
    h: helo,
  };
}

/** All 32 hexadecimal digits of an IPv6 address, separated by dots. */
function nibblesOf(address: string): string {
  const digits = Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex');

  return [...digits].join('.');
}
