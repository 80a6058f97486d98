import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses that a connection may reach. `loopback` alone is for hosts that are allowed only because they are local. */
export type AddressRule = 'public' | 'public_or_loopback' | 'loopback';

/** Global unicast as allocated by IANA (RFC 4291, section 2.4). All other addresses are refused. */
const ipv6GlobalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Ranges that ipaddr.js reports as unicast but that are, or can become, private.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const additionalRefusedRanges = [
  // Azure's host agent responds here from inside every virtual machine.
  '168.63.129.16/32',
  // 6bone, returned to IANA in 2006 (RFC 3701).
  '3ffe::/16',
].map((range) => ipaddr.parseCIDR(range));

/** ISATAP (RFC 5214) embeds an IPv4 address after ::5efe: or ::200:5efe:, under any prefix. */
const isatapMarker = 0x5efe;

/**
 * Whether an address in canonical text form belongs to the public Internet. All IPv6 forms with an embedded IPv4 address are
 * refused: IPv4-mapped, -compatible and -translated, NAT64, 6to4, Teredo and ISATAP. Zone identifiers and text that is not an
 * address are refused, too.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseAddress(ip);
  if (address === null || address.range() !== 'unicast') {
    return false;
  }

  if (address instanceof ipaddr.IPv6) {
    const [, , , , beforeMarker = 0, marker] = address.parts;
    // The mask accepts both 0000 and 0200 before the marker 5efe.
    const isIsatap = marker === isatapMarker && (beforeMarker & ~0x200) === 0;
    if (isIsatap || !address.match(ipv6GlobalUnicast)) {
      return false;
    }
  }

  return !additionalRefusedRanges.some((range) => range[0].kind() === address.kind() && address.match(range));
}

export function isLoopbackAddress(ip: string): boolean {
  return parseAddress(ip)?.range() === 'loopback';
}

/** Whether a connection under this rule may reach an address. */
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
 * Stricter than ipaddr.js, which accepts «127.1» and «0177.0.0.1» (resolvers may read them differently) and reads ::8.8.8.8
 * as ::ffff:8.8.8.8. The URL parser writes IPv6 without dotted parts (WHATWG URL, 3.5).
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
