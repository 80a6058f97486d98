/** Ends the process that loads it when it opens a connection, sends a datagram or looks up a name. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuse(): never {
  process.stderr.write(`${new Error('synthesis used the network').stack}\n`);
  process.exit(9);
}

net.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
Object.assign(dns, { lookup: refuse, resolve: refuse });
Object.assign(dns.promises, { lookup: refuse, resolve: refuse });
syncBuiltinESMExports();
