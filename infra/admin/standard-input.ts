import { text } from 'node:stream/consumers';
import { StartError } from '../local/start-error.ts';
import type { AdminOptions } from './options.ts';

/** The password on standard input: as an argument, every user of the machine could read it in the list of processes. */
export async function readPassword(options: AdminOptions): Promise<string> {
  if (options['password-stdin'] !== true) {
    throw new StartError('Give the password on standard input with --password-stdin.');
  }

  return readLine();
}

/** The secret of an OAuth client, for the same reason. */
export async function readClientSecret(options: AdminOptions): Promise<string> {
  if (options['client-secret-stdin'] !== true) {
    throw new StartError('Give the client secret on standard input with --client-secret-stdin.');
  }

  return readLine();
}

async function readLine(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
