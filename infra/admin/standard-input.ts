import { text } from 'node:stream/consumers';
import { UserError } from '../command-line/user-error.ts';
import type { AdminOptions } from './options.ts';

/** Reads the password from standard input, because other users of the machine can read arguments in the process list. */
export async function readPassword(options: AdminOptions): Promise<string> {
  if (options['password-stdin'] !== true) {
    throw new UserError('Give the password on standard input with --password-stdin.');
  }

  return readLine('password');
}

/** Reads the secret of an OAuth client from standard input. */
export async function readClientSecret(options: AdminOptions): Promise<string> {
  if (options['client-secret-stdin'] !== true) {
    throw new UserError('Give the client secret on standard input with --client-secret-stdin.');
  }

  return readLine('client secret');
}

/** @throws UserError when standard input is empty */
async function readLine(name: string): Promise<string> {
  const line = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (line === '') throw new UserError(`Standard input is empty: it must have the ${name}.`);

  return line;
}
