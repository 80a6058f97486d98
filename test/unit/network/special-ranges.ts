/**
 * Address ranges with the kind of the adjacent addresses: `public`, `special` (in another listed range), or `none`.
 * Rows are [range, name, below, above].
 */
type Beside = 'public' | 'special' | 'none';
export type SpecialRange = readonly [range: string, name: string, below: Beside, above: Beside];

/** All rows of https://www.iana.org/assignments/iana-ipv4-special-registry, including globally reachable ones. */
export const ianaIpv4: readonly SpecialRange[] = [
  ['0.0.0.0/8', 'This network', 'none', 'public'],
  ['0.0.0.0/32', 'This host on this network', 'none', 'special'],
  ['10.0.0.0/8', 'Private-Use', 'public', 'public'],
  ['100.64.0.0/10', 'Shared Address Space', 'public', 'public'],
  ['127.0.0.0/8', 'Loopback', 'public', 'public'],
  ['169.254.0.0/16', 'Link Local', 'public', 'public'],
  ['172.16.0.0/12', 'Private-Use', 'public', 'public'],
  ['192.0.0.0/24', 'IETF Protocol Assignments', 'public', 'public'],
  ['192.0.0.0/29', 'IPv4 Service Continuity Prefix', 'public', 'special'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'special', 'special'],
  ['192.0.0.9/32', 'Port Control Protocol Anycast', 'special', 'special'],
  ['192.0.0.10/32', 'Traversal Using Relays around NAT Anycast', 'special', 'special'],
  ['192.0.0.170/32', 'NAT64/DNS64 Discovery', 'special', 'special'],
  ['192.0.0.171/32', 'NAT64/DNS64 Discovery', 'special', 'special'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', 'public', 'public'],
  ['192.31.196.0/24', 'AS112-v4', 'public', 'public'],
  ['192.52.193.0/24', 'AMT', 'public', 'public'],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', 'public', 'public'],
  ['192.88.99.2/32', '6a44-relay anycast address', 'special', 'special'],
  ['192.168.0.0/16', 'Private-Use', 'public', 'public'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', 'public', 'public'],
  ['198.18.0.0/15', 'Benchmarking', 'public', 'public'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', 'public', 'public'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', 'public', 'public'],
  ['240.0.0.0/4', 'Reserved', 'special', 'none'],
  ['255.255.255.255/32', 'Limited Broadcast', 'special', 'none'],
];

/** All rows of https://www.iana.org/assignments/iana-ipv6-special-registry, including globally reachable ones. */
export const ianaIpv6: readonly SpecialRange[] = [
  ['::1/128', 'Loopback Address', 'special', 'special'],
  ['::/128', 'Unspecified Address', 'none', 'special'],
  ['::ffff:0:0/96', 'IPv4-mapped Address', 'special', 'special'],
  ['64:ff9b::/96', 'IPv4-IPv6 Translat.', 'special', 'special'],
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translat.', 'special', 'special'],
  ['100::/64', 'Discard-Only Address Block', 'special', 'special'],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', 'special', 'special'],
  ['2001::/23', 'IETF Protocol Assignments', 'public', 'public'],
  ['2001::/32', 'TEREDO', 'public', 'special'],
  ['2001:1::1/128', 'Port Control Protocol Anycast', 'special', 'special'],
  ['2001:1::2/128', 'Traversal Using Relays around NAT Anycast', 'special', 'special'],
  ['2001:1::3/128', 'DNS-SD Service Registration Protocol Anycast', 'special', 'special'],
  ['2001:2::/48', 'Benchmarking', 'special', 'special'],
  ['2001:3::/32', 'AMT', 'special', 'special'],
  ['2001:4:112::/48', 'AS112-v6', 'special', 'special'],
  ['2001:10::/28', 'Deprecated (previously ORCHID)', 'special', 'special'],
  ['2001:20::/28', 'ORCHIDv2', 'special', 'special'],
  ['2001:30::/28', 'Drone Remote ID Protocol Entity Tags (DETs) Prefix', 'special', 'special'],
  ['2001:db8::/32', 'Documentation', 'public', 'public'],
  ['2002::/16', '6to4', 'public', 'public'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'public', 'public'],
  ['3fff::/20', 'Documentation', 'special', 'public'],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', 'special', 'special'],
  ['fc00::/7', 'Unique-Local', 'special', 'special'],
  ['fe80::/10', 'Link-Local Unicast', 'special', 'special'],
];

/** Ranges that the registries do not list but that customers must not use. */
export const furtherRanges: readonly SpecialRange[] = [
  ['168.63.129.16/32', 'host agent of Azure', 'public', 'public'],
  ['224.0.0.0/4', 'multicast', 'public', 'special'],
  ['::/96', 'IPv4-compatible', 'none', 'special'],
  ['::ffff:0:0:0/96', 'IPv4-translated (RFC 2765, RFC 6145)', 'special', 'special'],
  ['::/3', 'below global unicast', 'none', 'public'],
  ['3ffe::/16', '6bone', 'public', 'special'],
  ['4000::/2', 'above global unicast', 'public', 'special'],
  ['fec0::/10', 'site-local', 'special', 'special'],
  ['ff00::/8', 'multicast', 'special', 'none'],
];

/** Addresses that a deployed function could reach on its own machine and network. */
export const insideAddresses = [
  '127.0.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.79.129',
  '169.254.100.1',
  '10.0.0.2',
  '172.31.0.2',
  '192.168.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '0.0.0.0',
  '255.255.255.255',
];
