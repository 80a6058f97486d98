import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Target } from './conversations.ts';

/** The packets that a name server sends in response to a query. */
type AnswerDns = (question: Buffer) => readonly Buffer[];

export interface DnsServer {
  readonly answer: AnswerDns;
  /** Serves clients that repeat a query over TCP after a truncated response. */
  readonly serveTcp?: (socket: Socket) => void;
}

export const truncated = 0x8780;
export const types = { cname: 5, txt: 16 } as const;
const found = 0x8580;

/** A response with records of one type, RFC 1035. */
export function reply(question: Buffer, type: number, records: readonly Buffer[], flags = found): Buffer {
  const asked = question.subarray(12, question.indexOf(0, 12) + 5);
  const encoded = records.map((data) => Buffer.concat([numbers(0xc00c, type, 1, 0, 60, data.length), data]));

  return Buffer.concat([question.subarray(0, 2), numbers(flags, 1, records.length, 0, 0), asked, ...encoded]);
}

/** The data of a TXT record: parts of at most 255 bytes. */
export function text(value: string): Buffer {
  const pieces = value.match(/.{1,255}/gs) ?? [''];

  return Buffer.concat(
    pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1')),
  );
}

/** Responds to each query over TCP with a packet of up to 64 KB. */
export function overTcp(answer: (question: Buffer) => Buffer): (socket: Socket) => void {
  return (socket) => {
    let pending = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length > 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        const packet = answer(pending.subarray(2, end));
        pending = pending.subarray(end);
        socket.write(Buffer.concat([numbers(packet.length), packet]));
      }
    });
  };
}

export async function listenDns({
  answer,
  serveTcp = () => undefined,
}: DnsServer): Promise<{ readonly target: Target; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serveTcp(socket);
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4').on('message', (question, from) => {
    for (const packet of answer(question)) udp.send(packet, from.port, from.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    target: { port, secure: false },
    close: () => {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      udp.close();
    },
  };
}

export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [position, value] of values.entries()) bytes.writeUInt16BE(value, 2 * position);

  return bytes;
}
