import { innocentNames, insideNames } from './hostile-names.ts';

/** All of these refer to the local machine, as read by the URL parser and the kernel. */

const radices = [
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0${n.toString(8)}`,
] as const;

/** Digits that the URL parser maps to ASCII (UTS #46): full-width, bold, double-struck, monospace, superscript, circled. */
const digitStyles = [
  '０１２３４５６７８９',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
  '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
  '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿',
  '⁰¹²³⁴⁵⁶⁷⁸⁹',
  '⓪①②③④⑤⑥⑦⑧⑨',
];

/** Dots it maps to ASCII, and characters that it drops beside a dot. */
const dotStyles = ['。', '．', '｡', '%2e', '%E3%80%82', '\u00ad.', '.\u200b', '\u2060.', '\ufe0f.'];

/** 127.0.0.1 as inet_aton reads it: in one to four parts, each decimal, hexadecimal or octal. */
function numericSpellings(): string[] {
  const parts = [[2_130_706_433], [127, 1], [127, 0, 1], [127, 0, 0, 1]];

  return parts.flatMap((numbers) =>
    numbers.reduce<string[]>(
      (spelled, n) => spelled.flatMap((head) => radices.map((write) => `${head}${head && '.'}${write(n)}`)),
      [''],
    ),
  );
}

function unicodeSpellings(): string[] {
  return ['127.0.0.1', '127.1', '127.0.1', '0x7f.1', '0177.1'].flatMap((host) => {
    const restyled = digitStyles.map((style) => {
      const digits = [...style];

      return host.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
    });

    return [host, ...restyled].flatMap((styled) => dotStyles.map((dot) => styled.replaceAll('.', dot)));
  });
}

function percentSpellings(): string[] {
  return ['127.0.0.1', 'localhost'].flatMap((host) => {
    const escaped = [...host].map((character) => `%${character.charCodeAt(0).toString(16)}`);

    return [...escaped.map((code, i) => `${host.slice(0, i)}${code}${host.slice(i + 1)}`), escaped.join('')];
  });
}

const ipv4Others = [
  '127.0.0.1.',
  '0x7f000001.',
  '0x7F000001',
  '0X7f.0X0.0X0.0X1',
  '00000000177.0.0.1',
  '0x000000007f.1',
  '127.0.0.2',
  '127.1.2.3',
  '127.0.1.1',
  '127.255.255.254',
  '2130706434',
  '0x7f.0xfffffe',
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.0',
  '0x.0x.0x.0x',
  '０',
  '0.0.0.0.',
];

const ipv6Spellings = [
  '::1',
  '0::1',
  '::0:1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::0001',
  '0::0:1',
  '0:0::1',
  '0:0:0::0:1',
  '::0.0.0.1',
  '0:0:0:0:0:0:0.0.0.1',
  '::',
  '::0',
  '0:0:0:0:0:0:0:0',
  '::0.0.0.0',
  '::ffff:127.0.0.1',
  '::FFFF:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:7F00:0001',
  '0:0:0:0:0:ffff:127.0.0.1',
  '0:0:0:0:0:FFFF:7f00:1',
  '0000::ffff:7f00:0001',
  '::ffff:127.0.0.2',
  '::ffff:7fff:fffe',
  '::ffff:0.0.0.0',
].map((ip) => `[${ip}]`);

/** Ways to hide the target in the other parts of a URL. */
const disguises: ReadonlyArray<(target: string) => string> = [
  (target) => `http://${target}/hook`,
  (target) => `HTTPS://${target}/hook`,
  (target) => `https:${target}/hook`,
  (target) => `https:/${target}/hook`,
  (target) => `https:///${target}/hook`,
  (target) => `https:\\\\${target}\\hook`,
  (target) => `https:/\\${target}/hook`,
  (target) => `https://${target}\\@hooks.example.com/`,
  (target) => `https://${target}#@hooks.example.com/`,
  (target) => `https://${target}?@hooks.example.com/`,
  (target) => `https://hooks.example.com@${target}/`,
  (target) => `https://hooks.example.com:443@${target}/`,
  (target) => `https://hooks.example.com:443%2f@${target}/`,
  (target) => `https://hooks.example.com%00@${target}/`,
  (target) => `https://hooks.example.com%23@${target}/`,
  (target) => `https://a@b@${target}/`,
  (target) => `https://:@${target}/`,
  (target) => `https://@${target}/`,
  (target) => ` https://${target}/hook`,
  (target) => `\u0000https://${target}/hook`,
  (target) => `https://${target}/hook\n`,
  (target) => `ht\ntps://${target}/hook`,
  (target) => `https:/\t/${target}/hook`,
  (target) => `https://${target.slice(0, 3)}\r\n${target.slice(3)}/hook`,
  (target) => `https://${target.slice(0, 2)}\t${target.slice(2)}/hook`,
  (target) => `https://${target}/\u202e`,
  (target) => `https://${target}/../..//hooks.example.com`,
  (target) => `https://${target}/?url=https://hooks.example.com`,
  (target) => `https://${target}/hook#https://hooks.example.com`,
  ...['ws', 'wss', 'ftp', 'gopher', 'dict', 'ldap', 'tftp', 'smb', 'redis'].map(
    (scheme) => (target: string) => `${scheme}://${target}/hook`,
  ),
];

/** Hosts that must be rejected by their spelling. */
export function loopbackHosts(): string[] {
  const ipv4 = [...numericSpellings(), ...unicodeSpellings(), ...percentSpellings(), ...ipv4Others];

  return [...new Set([...ipv4, ...ipv6Spellings, ...insideNames])];
}

/** URLs that must be rejected by their spelling. */
export function loopbackUrls(port: number): string[] {
  const disguised = ['127.0.0.1', 'localhost', '[::1]'].flatMap((host) =>
    disguises.map((disguise) => disguise(`${host}:${port}`)),
  );

  return [...new Set([...loopbackHosts().map((host) => `https://${host}:${port}/hook`), ...disguised])];
}

/** URLs that only a lookup can reject. */
export function innocentUrls(port: number): string[] {
  return innocentNames.map((host) => `https://${host}:${port}/hook`);
}
