/** Ends the process that loads it as soon as that wants a connection, a datagram or a name looked up. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuse(): never {
  process.stderr.write(`${new Error('synthesis asked somebody').stack}\n`);
  process.exit(9);
}

net.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
Object.assign(dns, { lookup: refuse, resolve: refuse });
Object.assign(dns.promises, { lookup: refuse, resolve: refuse });
syncBuiltinESMExports();
