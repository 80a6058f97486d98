import type { Socket } from 'node:net';

/** Responds to each connection once, after the request headers. */
export function httpServer(answer: (socket: Socket, head: string) => void): (socket: Socket) => void {
  return (socket) => {
    let head = '';
    socket.on('data', (bytes: Buffer) => {
      const isAnswered = head.includes('\r\n\r\n');
      head += isAnswered ? '' : bytes.toString('latin1');
      if (!isAnswered && head.includes('\r\n\r\n')) answer(socket, head);
    });
  };
}
