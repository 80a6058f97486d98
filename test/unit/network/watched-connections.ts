import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

export type WatchedConnections = {
  /** Addresses that were tried, including those without a server of the test. */
  attempts: string[];
  sockets: Socket[];
  stop: () => void;
};

/** Records all connection attempts of this thread until it is stopped. */
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
