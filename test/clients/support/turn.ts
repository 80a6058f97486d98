import { readdirSync } from 'node:fs';

const all = readdirSync('test/clients/generators').map((file) => file.replace(/\.sh$/, ''));
const turn = process.env['CLIENTS_TURN'];

/** Consecutive numbers select one client after another; without a number, all. */
export const isSelected = (generator: string): boolean =>
  turn === undefined || all.indexOf(generator) === Number(turn) % all.length;

/** Clients that this project publishes. */
export const clients = all.filter((generator) => generator.startsWith('sdk-'));

/** Generators of others, without a layer above. */
export const generators = all.filter((generator) => !generator.startsWith('sdk-'));
