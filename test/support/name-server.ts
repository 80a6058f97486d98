import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

interface Srv {
  readonly priority?: number;
  readonly weight?: number;
  readonly port: number;
  readonly target: string;
}

/** What a name server knows: by name, hosts that take mails in the order of their priority, or services. */
export interface Zone {
  readonly mx?: Readonly<Record<string, readonly string[]>>;
  readonly srv?: Readonly<Record<string, readonly Srv[]>>;
}

const types = { mx: 15, srv: 33 } as const;

/**
 * A name server on this machine, asked over UDP (RFC 1035). Of names that it does not know it says so; with `silent` it
 * says nothing at all. Closes when the test is over.
 */
export async function startNameServer(zone: Zone | 'silent'): Promise<Resolver> {
  const server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    if (zone !== 'silent') server.send(answer(zone, question), port, address);
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

function answer({ mx = {}, srv = {} }: Zone, question: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  const type = question.readUInt16BE(at + 1);
  const asked = question.subarray(12, at + 5);
  const found =
    type === types.mx
      ? (mx[name] ?? []).map((host, position) => Buffer.concat([numbers(position * 10), wireName(host)]))
      : (srv[name] ?? []).map(({ priority = 0, weight = 0, port, target }) =>
          Buffer.concat([numbers(priority, weight, port), wireName(target)]),
        );
  // A pointer to the question's name, type, class IN, a minute, length.
  const records = found.map((data) => Buffer.concat([numbers(0xc00c, type, 1, 0, 60, data.length), data]));
  const flags = found.length > 0 ? 0x8580 : 0x8583;

  return Buffer.concat([question.subarray(0, 2), numbers(flags, 1, found.length, 0, 0), asked, ...records]);
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
