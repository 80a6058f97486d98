import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses a connection may reach. `loopback` alone is for what is allowed only because it is local. */
export type AddressRule = 'public' | 'public_or_loopback' | 'loopback';

/** Global unicast as IANA allocates it (RFC 4291, section 2.4): whatever lies outside is refused unseen. */
const ipv6GlobalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * What ipaddr.js takes for ordinary unicast although it is, or can be made to be, somebody's inside.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const refusedBesides = [
  // Azure's host agent answers here from inside any virtual machine.
  '168.63.129.16/32',
  // 6bone, returned to IANA in 2006 (RFC 3701).
  '3ffe::/16',
].map((range) => ipaddr.parseCIDR(range));

/** ISATAP (RFC 5214) carries an IPv4 address behind ::5efe: or ::200:5efe:, under any prefix. */
const isatapMarker = 0x5efe;

/**
 * Whether an address in canonical textual form belongs to the public Internet. Every IPv6 form that carries an IPv4
 * address (IPv4-mapped, -compatible and -translated, NAT64, 6to4, Teredo, ISATAP) is refused whatever it carries, as
 * are zone identifiers and anything that is not an address.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === null || address.range() !== 'unicast') {
    return false;
  }

  if (address instanceof ipaddr.IPv6) {
    const [, , , , marker = 0, embedded] = address.parts;
    const isIsatap = embedded === isatapMarker && (marker & ~0x200) === 0;
    if (isIsatap || !address.match(ipv6GlobalUnicast)) {
      return false;
    }
  }

  return !refusedBesides.some((range) => range[0].kind() === address.kind() && address.match(range));
}

export function isLoopbackAddress(ip: string): boolean {
  return parseAddress(ip)?.range() === 'loopback';
}

export function permitsAddress(rule: AddressRule, ip: string): boolean {
  switch (rule) {
    case 'public':
      return isPublicAddress(ip);
    case 'loopback':
      return isLoopbackAddress(ip);
    case 'public_or_loopback':
      return isPublicAddress(ip) || isLoopbackAddress(ip);
  }
}

/**
 * Strict where ipaddr.js is not: alone it would read «127.1» and «0177.0.0.1», which a resolver may read in another
 * way, and would take ::8.8.8.8 for ::ffff:8.8.8.8. The URL parser writes IPv6 without dotted parts (WHATWG URL, 3.5).
 */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  switch (ip.includes('%') ? 0 : isIP(ip)) {
    case 4:
      return ipaddr.parse(ip);
    case 6:
      return ipaddr.parse(new URL(`http://[${ip}]`).hostname.slice(1, -1));
    default:
      return null;
  }
}
