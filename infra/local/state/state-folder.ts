import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** Where a stack keeps what must survive it. */
export interface StateFolder {
  readonly path: string;
  file(name: string): string;
  /** The port that a part used when it last ran. */
  port(part: string): number | undefined;
  rememberPort(part: string, port: number): void;
  /** Lets another stack use the folder. The end of the process, however sudden, does that as well. */
  release(): void;
}

const lockFile = 'lock.sqlite';
const Ports = z.record(z.string(), z.number());

/** The ports of a stack by part. Empty when none has ever run there. */
function readPorts(folder: string): Readonly<Record<string, number>> {
  const parsed = z.safeParse(Ports, readJsonFile(join(folder, 'ports.json')));

  return parsed.success ? parsed.data : {};
}

/**
 * @param isFresh Forgets everything that earlier runs left, except which engines may still be running.
 * @throws StartError when another stack uses the folder.
 */
export function openStateFolder(folder: string, isFresh: boolean): StateFolder {
  const path = resolve(folder);
  mkdirSync(join(path, 'checkpoints'), { recursive: true });
  const lock = takeLock(path);

  if (isFresh) {
    for (const name of readdirSync(path)) {
      if (name.startsWith(lockFile) || name.endsWith('.pid')) continue;
      rmSync(join(path, name), { recursive: true });
    }
    mkdirSync(join(path, 'checkpoints'));
  }
  const ports = new Map(Object.entries(readPorts(path)));

  return {
    path,
    file: (name) => join(path, name),
    port: (part) => ports.get(part),
    rememberPort: (part, port) => {
      ports.set(part, port);
      writeJsonFile(join(path, 'ports.json'), Object.fromEntries(ports));
    },
    release: () => lock.close(),
  };
}

/** A lock of the operating system's, by way of SQLite: unlike a file with a process id, no kill leaves it behind. */
function takeLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, lockFile));

  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  } catch {
    lock.close();
    throw new StartError(
      `Another local stack is using ${path}. Stop it, or choose another folder with --state.`,
    );
  }

  return lock;
}
