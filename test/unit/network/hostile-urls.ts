import { insideAddresses } from './special-ranges.ts';

/** Names that stand for something inside, in spellings that have got past filters. */
const insideNames = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'app.localhost',
  'ip6-localhost',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data.ec2.internal',
  'ip-10-0-0-2.eu-west-1.compute.internal',
  'printer.local',
  'printer.local.',
  'router.lan',
  'wiki.corp',
  'nas.home',
  'nas.home.arpa',
  'intranet',
  'db.intranet',
  'vault.private',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'loc%61lhost',
  'local\u00adhost',
  'a..example.com',
  '.example.com',
  'example.com..',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(130)}example.com`,
];

const digitsFullWidth = '０１２３４５６７８９';

/** One IPv4 address in the notations resolvers and URL parsers have accepted. */
function spellingsOf(ipv4: string): string[] {
  const octets = ipv4.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => n.toString(16);
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;

  return [
    ipv4,
    `${ipv4}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    `0${whole.toString(8)}`,
    octets.map((n) => `0x${hex(n)}`).join('.'),
    octets.map((n) => `0x0000${hex(n)}`).join('.'),
    octets.map((n) => `0${n.toString(8)}`).join('.'),
    octets.map((n) => `0000${n.toString(8)}`).join('.'),
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    ipv4.replace(/\d/g, (digit) => digitsFullWidth[Number(digit)] ?? ''),
    ipv4.replaceAll('.', '。'),
    ipv4.replaceAll('.', '｡'),
    ipv4.replaceAll('.', '%2e'),
    ipv4.replace(/^\d/, (digit) => `%3${digit}`),
    ipv4.replaceAll('.', '\u00ad.'),
    `[::ffff:${ipv4}]`,
    `[::FFFF:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[0000:0000:0000:0000:0000:ffff:${groups}]`,
    `[::${ipv4}]`,
    `[::${groups}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${ipv4}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::]`,
    `[2001:0:${groups}::1]`,
    `[::ffff:${ipv4}%25lo]`,
  ];
}

/** URLs that must never lead to a connection: several hundred, each a string as a customer could send it. */
export function hostileUrls(port: number): string[] {
  const hosts = [
    ...insideNames,
    ...insideAddresses.flatMap(spellingsOf),
    ...['::1', '::', '0:0:0:0:0:0:0:1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', 'fec0::1'].map(
      (ip) => `[${ip}]`,
    ),
  ];

  return [
    ...hosts.map((host) => `https://${host}:${port}/hook`),
    ...hosts.slice(0, 60).map((host) => `http://${host}:${port}/hook`),
    ...parserTraps(port),
  ];
}

function parserTraps(port: number): string[] {
  const target = `127.0.0.1:${port}`;

  return [
    `https://hooks.example.com@${target}/`,
    `https://hooks.example.com:443@${target}/`,
    `https://hooks.example.com%00@${target}/`,
    `https://${target}\\@hooks.example.com/`,
    `https://hooks.example.com\\@${target}/`,
    `https:\\\\${target}\\hook`,
    `https:${target}/hook`,
    `https:/${target}/hook`,
    `https:///${target}/hook`,
    `//${target}/hook`,
    `${target}/hook`,
    ` https://${target}/hook`,
    `https://${target}/hook\n`,
    `ht\ntps://${target}/hook`,
    `https://127.0.\t0.1:${port}/hook`,
    `https://127.0.0.1#@hooks.example.com:${port}/`,
    `https://127.0.0.1?@hooks.example.com:${port}/`,
    `gopher://${target}/_POST`,
    `file://${target}/etc/passwd`,
    'file:///etc/passwd',
    `ftp://${target}/`,
    `ws://${target}/`,
    `wss://${target}/`,
    `dict://${target}/`,
    `ldap://${target}/`,
    `data:text/plain,${target}`,
    'javascript:alert(1)',
    'blob:https://hooks.example.com/1',
    'about:blank',
    'unix:/var/run/docker.sock',
    'http://hooks.example.com/',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:6379/',
    'https://hooks.example.com:9001/',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:65536/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://:secret@hooks.example.com/',
    'https://',
    'https://:443/',
    'https://[',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://256.256.256.256/',
    'https://hooks.example.com:443x/',
    `https://hooks.example.com/${'a'.repeat(2048)}`,
    '',
  ];
}
