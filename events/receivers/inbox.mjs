import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.INBOX_FOLDER ?? 'inbox';
mkdirSync(folder, { recursive: true });

/** Stores an event by its id, here in a file. In a database, make the id the primary key. Returns whether the event is new. */
export function keep(id, event) {
  if (!/^evt_\w+$/.test(id)) throw new Error('this is not the id of an event');
  const draft = join(folder, randomUUID());
  writeFileSync(draft, event, { flush: true });
  try {
    // link() fails if the name exists, so one of two concurrent requests succeeds, and a named file is complete.
    linkSync(draft, join(folder, `${id}.json`));

    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;

    return false;
  } finally {
    unlinkSync(draft);
  }
}
