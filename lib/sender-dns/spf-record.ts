import { isIP } from 'node:net';
import { textLengthMax } from '#lib/sender-dns/dns-queries.ts';

type Qualifier = '+' | '-' | '~' | '?';

/** A mechanism of RFC 7208, section 5. */
export interface Mechanism {
  readonly qualifier: Qualifier;
  readonly kind: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';
  /** A name with unexpanded macros; an address for `ip4` and `ip6`; empty for the domain itself. */
  readonly target: string;
  /** Prefix lengths for the comparison of addresses. */
  readonly bits4: number;
  readonly bits6: number;
}

interface SpfRecord {
  readonly mechanisms: readonly Mechanism[];
  /** The record of this domain is evaluated if no mechanism matches. */
  readonly redirect: string | undefined;
}

const termsMax = 200;
const versionTag = /^v=spf1(?= |$)/i;
const modifier = /^([a-z][\w.-]*)=(.*)$/i;
const mechanism = /^([-+~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?=[:/]|$)(.*)$/i;

/* Patterns of the part after a mechanism's name. */
const requiredName = /^:(?<target>.+)$/;
const optionalHost = /^(?::(?<target>.+?))?(?:\/(?<bits4>\d{1,2}))?(?:\/\/(?<bits6>\d{1,3}))?$/;
const argumentPatterns: Readonly<Record<Mechanism['kind'], RegExp>> = {
  all: /^$/,
  include: requiredName,
  exists: requiredName,
  ptr: /^(?::(?<target>.+))?$/,
  a: optionalHost,
  mx: optionalHost,
  ip4: /^:(?<target>[\d.]+)(?:\/(?<bits4>\d{1,2}))?$/,
  ip6: /^:(?<target>[\da-f:.]+)(?:\/(?<bits6>\d{1,3}))?$/i,
};

/** Printable characters without spaces, and complete macros: `%{d}`, `%%`, `%_`, `%-`. */
const domainSpec = /^(?:[!-$&-~]|%\{[slodiphv]\d*r?[-.+,/_=]*\}|%[%_-])+$/i;

/** The SPF records among a domain's TXT records. */
export function spfTexts(texts: readonly string[]): string[] {
  return texts.filter((text) => versionTag.test(text));
}

/** @returns undefined for a malformed record (RFC 7208, section 4.6), or for a truncated one */
export function readSpf(text: string): SpfRecord | undefined {
  const terms = text.replace(versionTag, '').split(' ').filter(Boolean);
  if (text.length >= textLengthMax || terms.length > termsMax) return undefined;
  const mechanisms: Mechanism[] = [];
  const modifiers = new Map<string, string>();
  for (const term of terms) {
    const [, modifierName, value = ''] = modifier.exec(term) ?? [];
    const name = modifierName?.toLowerCase();
    if (name === undefined) {
      const parsed = readMechanism(term);
      if (!parsed) return undefined;
      mechanisms.push(parsed);
    } else if (name === 'redirect' || name === 'exp') {
      if (modifiers.has(name) || (name === 'redirect' && !domainSpec.test(value))) return undefined;
      modifiers.set(name, value);
    }
    // Other modifiers are ignored, even if repeated.
  }

  return { mechanisms, redirect: modifiers.get('redirect') };
}

function readMechanism(term: string): Mechanism | undefined {
  const [, sign, word = '', rest = ''] = mechanism.exec(term) ?? [];
  const kind = word.toLowerCase() as Mechanism['kind'];
  const groups = word === '' ? undefined : argumentPatterns[kind].exec(rest);
  if (!groups) return undefined;
  const { target = '', bits4 = '32', bits6 = '128' } = groups.groups ?? {};
  const parsed = {
    qualifier: (sign || '+') as Qualifier,
    kind,
    target,
    bits4: Number(bits4),
    bits6: Number(bits6),
  };

  return parsed.bits4 <= 32 && parsed.bits6 <= 128 && isValidTarget(parsed) ? parsed : undefined;
}

function isValidTarget({ kind, target }: Mechanism): boolean {
  if (kind === 'ip4') return isIP(target) === 4;
  if (kind === 'ip6') return isIP(target) === 6;

  return target === '' || domainSpec.test(target);
}
