import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.INBOX ?? 'inbox';
mkdirSync(folder, { recursive: true });

/** Keeps an event under its id: a file here, in yours a row whose primary key is the id. Tells whether it is new. */
export function keep(id, event) {
  if (!/^evt_\w+$/.test(id)) throw new Error('this is not the id of an event');
  const draft = join(folder, randomUUID());
  writeFileSync(draft, event, { flush: true });
  try {
    // Fails when the name is taken, so that of two at once one is the first; and what has a name is whole.
    linkSync(draft, join(folder, `${id}.json`));

    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;

    return false;
  } finally {
    unlinkSync(draft);
  }
}
