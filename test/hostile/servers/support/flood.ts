import type { Socket } from 'node:net';

/** Writes the same bytes repeatedly, as fast as the client reads, until the connection ends. */
export function flood(socket: Socket, bytes: string | Buffer, countMax = Number.POSITIVE_INFINITY): void {
  const chunk = Buffer.from(bytes);
  let count = 0;
  const write = () => {
    while (!socket.destroyed && socket.writable && count < countMax) {
      count += 1;
      if (!socket.write(chunk)) {
        socket.once('drain', () => setImmediate(write));
        return;
      }
    }
  };
  write();
}

/** Writes single bytes, with a pause after each. */
export function drip(socket: Socket, text: string, pauseMs: number): void {
  let position = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(text.charAt(position++ % text.length));
  }, pauseMs);
  socket.once('close', () => clearInterval(timer));
}

/** Calls back for each line of the client. */
export function onLine(socket: Socket, take: (line: string) => void): void {
  let pending = '';
  socket.on('data', (bytes: Buffer) => {
    const lines = (pending + bytes.toString('latin1')).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
