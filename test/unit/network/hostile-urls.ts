import { spellingsOf } from './ipv4-spellings.ts';
import { insideAddresses } from './special-ranges.ts';

/** Invalid hosts, and characters that other parsers may read differently. */
const brokenHosts = [
  'a..example.com',
  '.example.com',
  'example.com..',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(130)}example.com`,
  '1.2.3.4.5',
  '256.256.256.256',
  '0x100000000',
  '-a.example.com',
  'a-.example.com',
  '[',
  '[::1',
  '[::1]]',
  '[::1%25lo]',
  '[::1%lo]',
  '[fe80::1%25eth0]',
  '[::ffff:127.0.0.1%251]',
  '[127.0.0.1]',
  '[v1.a]',
  'a b.example.com',
  'a|b.example.com',
  'a^b.example.com',
  'exa%20mple.com',
  'exa%00mple.com',
  'example.com%2f.a.example',
];

/** Link-local services of a Lambda function: runtime API, credentials, instance metadata, X-Ray. */
const ownAddresses = [
  'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'http://169.254.170.2/v2/credentials/',
  'http://169.254.170.23/v1/credentials',
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://169.254.100.1:2000/',
  'http://169.254.79.129:2000/',
].flatMap((url) => [url, url.replace('http:', 'https:')]);

/** URLs that must not cause a connection: private hosts other than loopback, and invalid URLs. */
export function hostileUrls(port: number): string[] {
  const insideIpv6 = [
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'ff02::1',
    'fec0::1',
  ];
  const hosts = [
    ...insideAddresses.flatMap(spellingsOf),
    ...insideIpv6.map((ip) => `[${ip}]`),
    ...brokenHosts,
  ];

  return [
    ...new Set([
      ...hosts.map((host) => `https://${host}:${port}/hook`),
      ...parserTraps(port),
      ...ownAddresses,
    ]),
  ];
}

function parserTraps(port: number): string[] {
  const target = `127.0.0.1:${port}`;

  return [
    `//${target}/hook`,
    `${target}/hook`,
    `/${target}`,
    `localhost:${port}`,
    `?https://${target}`,
    `url:https://${target}`,
    `file://${target}/etc/passwd`,
    'file:///etc/passwd',
    'file:/etc/passwd',
    'unix:/var/run/docker.sock',
    `data:text/plain,${target}`,
    'javascript:alert(1)',
    `blob:https://${target}/1`,
    `view-source:https://${target}/`,
    'about:blank',
    `jar:https://${target}!/`,
    `netdoc://${target}/`,
    `http+unix://%2Frun%2Fdocker.sock/`,
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'wss://hooks.example.com/',
    ...[0, 22, 25, 80, 444, 2000, 6379, 9001, 65_535, 65_536].map((n) => `https://hooks.example.com:${n}/`),
    'https://hooks.example.com:443x/',
    'https://hooks.example.com:-443/',
    'https://hooks.example.com:4 43/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://:secret@hooks.example.com/',
    `https://hooks.example.com\\@${target}/`,
    `https://hooks.example.com\t@${target}/`,
    'https://',
    'https:',
    'https:///',
    'https://:443/',
    'https://@/',
    'https://?',
    'https://#',
    '',
    ' ',
    `https://hooks.example.com/${'a'.repeat(2048)}`,
  ];
}
