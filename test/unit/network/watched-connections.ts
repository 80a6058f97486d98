import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

export type WatchedConnections = {
  /** Addresses that were tried, those that no server of the test listens on too. */
  attempts: string[];
  sockets: Socket[];
  stop: () => void;
};

/** Everything this thread tries to connect to, whoever tries it, until it is stopped. */
export function watchConnections(): WatchedConnections {
  const attempts: string[] = [];
  const sockets: Socket[] = [];
  const watch = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'socket' in message) {
      if (message.socket instanceof Socket) {
        sockets.push(message.socket.on('connectionAttempt', (ip: string) => attempts.push(ip)));
      }
    }
  };
  subscribe('net.client.socket', watch);

  return { attempts, sockets, stop: () => unsubscribe('net.client.socket', watch) };
}
