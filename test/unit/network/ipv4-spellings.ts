/** An IPv4 address in all notations that resolvers and URL parsers accept, and in all IPv6 forms with an embedded address. */
export function spellingsOf(ipv4: string): string[] {
  const octets = ipv4.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => n.toString(16);

  return [
    ipv4,
    `${ipv4}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    octets.map((n) => `0x${hex(n)}`).join('.'),
    octets.map((n) => `0000${n.toString(8)}`).join('.'),
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    ipv4.replaceAll('.', '。'),
    ipv4.replaceAll('.', '%2e'),
    ...embeddingsOf(ipv4).map((ip) => `[${ip}]`),
  ];
}

/** An IPv4 address in each IPv6 form that a gateway, tunnel or kernel converts back. */
export function embeddingsOf(ipv4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const hex = (n: number) => n.toString(16);
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
  const flipped = `${hex((a * 256 + b) ^ 0xffff)}:${hex((c * 256 + d) ^ 0xffff)}`;

  return [
    // Mapped.
    ...[`::ffff:${ipv4}`, `::FFFF:${high}:${low}`, `0:0:0:0:0:ffff:${high}:${low}`],
    // Compatible.
    ...[`::${ipv4}`, `::${high}:${low}`],
    // Translated (SIIT).
    ...[`::ffff:0:${ipv4}`, `::ffff:0:${high}:${low}`],
    // NAT64, well-known and local-use; local-use also with the address behind its /48 (RFC 6052, section
    // 2.2).
    ...[
      `64:ff9b::${ipv4}`,
      `64:ff9b::${high}:${low}`,
      `64:ff9b:1::${ipv4}`,
      `64:ff9b:1:ffff:ffff:ffff:${high}:${low}`,
    ],
    `64:ff9b:1:${high}:${hex(c)}:${hex(d * 256)}::`,
    // 6to4.
    ...[`2002:${high}:${low}::`, `2002:${high}:${low}:1::1`],
    // Teredo, as its server and as its client.
    ...[`2001:0:${high}:${low}::1`, `2001:0:4136:e378:8000:63bf:${flipped}`],
    // ISATAP, under prefixes of any kind.
    ...['2606:4700:', 'fe80:', 'fc00:', '2606:4700:1:2'].map((prefix) => `${prefix}:0:5efe:${ipv4}`),
    `2606:4700::200:5efe:${ipv4}`,
  ];
}
