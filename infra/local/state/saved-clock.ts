import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import type { StateFolder } from './state-folder.ts';

const SavedClock = z.object({ offsetMs: z.number() });

/** Milliseconds by which the stack's clock was ahead when it last ran. */
export function readSavedOffset(state: StateFolder): number {
  const parsed = z.safeParse(SavedClock, readJsonFile(state.file('clock.json')));

  return parsed.success ? parsed.data.offsetMs : 0;
}

export function saveOffset(state: StateFolder, offsetMs: number): void {
  writeJsonFile(state.file('clock.json'), { offsetMs });
}
