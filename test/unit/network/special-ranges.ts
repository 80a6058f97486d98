/**
 * The IANA special-purpose registries for IPv4 and IPv6, multicast, and the address forms that carry an IPv4 address.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * `below` and `above` are the addresses just outside: public, in another special range, or none.
 */
export const specialRanges: ReadonlyArray<{
  range: string;
  below: 'public' | 'special' | 'none';
  above: 'public' | 'special' | 'none';
}> = [
  { range: '0.0.0.0/8', below: 'none', above: 'public' },
  { range: '10.0.0.0/8', below: 'public', above: 'public' },
  { range: '100.64.0.0/10', below: 'public', above: 'public' },
  { range: '127.0.0.0/8', below: 'public', above: 'public' },
  { range: '168.63.129.16/32', below: 'public', above: 'public' },
  { range: '169.254.0.0/16', below: 'public', above: 'public' },
  { range: '172.16.0.0/12', below: 'public', above: 'public' },
  { range: '192.0.0.0/24', below: 'public', above: 'public' },
  { range: '192.0.2.0/24', below: 'public', above: 'public' },
  { range: '192.31.196.0/24', below: 'public', above: 'public' },
  { range: '192.52.193.0/24', below: 'public', above: 'public' },
  { range: '192.88.99.0/24', below: 'public', above: 'public' },
  { range: '192.168.0.0/16', below: 'public', above: 'public' },
  { range: '192.175.48.0/24', below: 'public', above: 'public' },
  { range: '198.18.0.0/15', below: 'public', above: 'public' },
  { range: '198.51.100.0/24', below: 'public', above: 'public' },
  { range: '203.0.113.0/24', below: 'public', above: 'public' },
  { range: '224.0.0.0/4', below: 'public', above: 'special' },
  { range: '240.0.0.0/4', below: 'special', above: 'none' },
  { range: '::/128', below: 'none', above: 'special' },
  { range: '::1/128', below: 'special', above: 'special' },
  // IPv4-compatible.
  { range: '::/96', below: 'none', above: 'special' },
  // IPv4-translated (RFC 2765, RFC 6145).
  { range: '::ffff:0:0:0/96', below: 'special', above: 'special' },
  // NAT64, well-known and local-use.
  { range: '64:ff9b::/96', below: 'special', above: 'special' },
  { range: '64:ff9b:1::/48', below: 'special', above: 'special' },
  { range: '100::/64', below: 'special', above: 'special' },
  { range: '100:0:0:1::/64', below: 'special', above: 'special' },
  // Everything below global unicast, and its first block with Teredo, benchmarking, AMT, ORCHID.
  { range: '2001::/23', below: 'public', above: 'public' },
  { range: '2001:2::/48', below: 'special', above: 'special' },
  { range: '2001:db8::/32', below: 'public', above: 'public' },
  { range: '2002::/16', below: 'public', above: 'public' },
  { range: '2620:4f:8000::/48', below: 'public', above: 'public' },
  { range: '3ffe::/16', below: 'public', above: 'special' },
  { range: '3fff::/20', below: 'special', above: 'public' },
  { range: '4000::/3', below: 'public', above: 'special' },
  { range: '5f00::/16', below: 'special', above: 'special' },
  { range: 'fc00::/7', below: 'special', above: 'special' },
  { range: 'fe80::/10', below: 'special', above: 'special' },
  { range: 'fec0::/10', below: 'special', above: 'special' },
  { range: 'ff00::/8', below: 'special', above: 'none' },
];

/** What a deployed function could reach on its own machine and network. */
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
