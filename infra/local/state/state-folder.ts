import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { UserError } from '../../command-line/user-error.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** Also identifies a folder as the state of a stack. */
const lockFile = 'lock.sqlite';
/** The files and folders of a stack. SQLite adds others with a suffix, such as `mail.sqlite-wal`. */
const entries = [
  'access.json',
  'assembly',
  'checkpoints',
  'clock.json',
  'dashboard',
  'dynamodb',
  'dynamodb-local',
  'dynamodb.pid',
  'functions.log',
  'history.json',
  'kms.key',
  lockFile,
  'mail.sqlite',
  'ports.json',
  'ready.json',
  's3',
  'scheduler.sqlite',
  'sqs',
] as const;

export interface StateFolder {
  readonly path: string;
  file(name: (typeof entries)[number]): string;
  /** Deletes the state of earlier runs, except process ids of engines that may still run. Other files stay. */
  clear(): void;
  /** The port that the server with this name used in the last run. */
  port(name: string): number | undefined;
  savePort(name: string, port: number): void;
  /** Releases the folder for another stack. The end of the process releases it, too. */
  release(): void;
}

/** The ports of a stack, by the name of the server. */
const Ports = z.record(z.string(), z.number());
const SavedClock = z.object({ offsetMs: z.number() });

/** @throws UserError when another stack uses the folder, or when it is not the folder of a stack and has other files */
export function openStateFolder(folder: string): StateFolder {
  const path = resolve(folder);
  requireState(path);
  mkdirSync(join(path, 'checkpoints'), { recursive: true });
  // Only its user can read the emails, secrets and personal data of a stack.
  chmodSync(path, 0o700);
  const lock = acquireLock(path);
  const ports = new Map(Object.entries(readJsonFile(join(path, 'ports.json'), Ports) ?? {}));

  return {
    path,
    file: (name) => join(path, name),
    clear: () => {
      deleteState(path);
      mkdirSync(join(path, 'checkpoints'));
      ports.clear();
    },
    port: (name) => ports.get(name),
    savePort: (name, port) => {
      ports.set(name, port);
      writeJsonFile(join(path, 'ports.json'), Object.fromEntries(ports));
    },
    release: () => lock.close(),
  };
}

function deleteState(path: string): void {
  for (const name of readdirSync(path)) {
    const isState = entries.some((entry) => name === entry || name.startsWith(`${entry}-`));
    if (!isState || name.startsWith(lockFile) || name.endsWith('.pid')) continue;
    rmSync(join(path, name), { recursive: true });
  }
}

/** A stack does not mix its state with other files. */
function requireState(path: string): void {
  if (!existsSync(path) || existsSync(join(path, lockFile)) || readdirSync(path).length === 0) return;
  throw new UserError(
    `${path} has files that are not the state of a local stack. Choose an empty or new folder with --state.`,
  );
}

/** Milliseconds by which the stack's clock was ahead when it last ran. */
export function readSavedOffset(state: StateFolder): number {
  return readJsonFile(state.file('clock.json'), SavedClock)?.offsetMs ?? 0;
}

export function saveOffset(state: StateFolder, offsetMs: number): void {
  writeJsonFile(state.file('clock.json'), { offsetMs });
}

export function isInUse(folder: string): boolean {
  const path = resolve(folder);
  if (!existsSync(join(path, lockFile))) return false;
  try {
    acquireLock(path).close();

    return false;
  } catch (error) {
    if (error instanceof UserError) return true;
    throw error;
  }
}

/**
 * A lock of the operating system, held through SQLite: in the exclusive locking mode, it stays after `COMMIT`. Unlike a file
 * with a process id, it ends with the process.
 */
function acquireLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, lockFile));

  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  } catch {
    lock.close();
    throw new UserError(
      `Another local stack is using ${path}. Stop it with: npm run local -- stop --state ${path}\nOr choose another folder with --state.`,
    );
  }

  return lock;
}
