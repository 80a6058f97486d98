import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

interface Srv {
  readonly priority?: number;
  readonly weight?: number;
  readonly port: number;
  readonly target: string;
}

/**
 * Records of a name server, by name: mail exchangers in the order of their priority, services, addresses,
 * texts.
 */
export interface Zone {
  readonly mx?: Readonly<Record<string, readonly string[]>>;
  readonly srv?: Readonly<Record<string, readonly Srv[]>>;
  /** IPv4 and IPv6. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  readonly txt?: Readonly<Record<string, readonly string[]>>;
  /** Aliases. They are returned, but not resolved further. */
  readonly cname?: Readonly<Record<string, string>>;
  /** Names for which, including their subdomains, the server returns SERVFAIL. */
  readonly broken?: readonly string[];
  /** Called with the name of each query. */
  readonly onQuery?: (name: string) => void;
}

const types = { a: 1, cname: 5, mx: 15, txt: 16, aaaa: 28, srv: 33 } as const;

/**
 * A local name server over UDP (RFC 1035). It returns NXDOMAIN for unknown names; with `silent` it never
 * responds. Closes when the test ends.
 */
export async function startNameServer(zone: Zone | 'silent'): Promise<Resolver> {
  const server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    if (zone !== 'silent') server.send(buildResponse(zone, question), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);

  return resolver;
}

/** Another resolver with the same server: cancelling one does not cancel the other. */
export function anotherResolver(resolver: Resolver): Resolver {
  const other = new Resolver({ timeout: 3000, tries: 2 });
  other.setServers(resolver.getServers());

  return other;
}

function buildResponse(zone: Zone, question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  zone.onQuery?.(name);
  const alias = zone.cname?.[name];
  const type = alias === undefined ? question.readUInt16BE(at + 1) : types.cname;
  const query = question.subarray(12, at + 5);
  const found = alias === undefined ? recordsOf(zone, name, type) : [wireName(alias)];
  // A pointer to the question's name, type, class IN, a TTL of one minute, length.
  const records = found.map((data) => Buffer.concat([numbers(0xc00c, type, 1, 0, 60, data.length), data]));
  const isBroken = zone.broken?.some((broken) => name === broken || name.endsWith(`.${broken}`));
  const flags = isBroken ? 0x8582 : found.length > 0 ? 0x8580 : 0x8583;

  return Buffer.concat([question.subarray(0, 2), numbers(flags, 1, found.length, 0, 0), query, ...records]);
}

function recordsOf({ mx = {}, srv = {}, addresses = {}, txt = {} }: Zone, name: string, type: number) {
  const ofFamily = (family: number) =>
    (addresses[name] ?? [])
      .filter((address) => isIP(address) === family)
      .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()));
  switch (type) {
    case types.mx:
      return (mx[name] ?? []).map((host, position) =>
        Buffer.concat([numbers(position * 10), wireName(host)]),
      );
    case types.srv:
      return (srv[name] ?? []).map(({ priority = 0, weight = 0, port, target }) =>
        Buffer.concat([numbers(priority, weight, port), wireName(target)]),
      );
    case types.a:
      return ofFamily(4);
    case types.aaaa:
      return ofFamily(6);
    case types.txt:
      return (txt[name] ?? []).map(wireText);
    default:
      return [];
  }
}

/** In parts of at most 255 bytes. */
function wireText(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [''];

  return Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])),
  );
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [position, value] of values.entries()) bytes.writeUInt16BE(value, 2 * position);

  return bytes;
}

function wireName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');

  return Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.from([0]),
  ]);
}
