import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusalLine } from '../../infra/local/iam/judge.ts';

/** What a stack's functions were refused by their roles, as its log has it. */
export function refusalsIn(stateFolder: string): string[] {
  const file = join(stateFolder, 'functions.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];

  return lines.filter(isRefusalLine);
}

/** @throws for anything that was refused: what a function does here and may not do is a fault of its role, or of it */
export function requireNoRefusals(stateFolder: string): void {
  const refusals = refusalsIn(stateFolder);
  if (refusals.length > 0) throw new Error(`Functions were refused what they did:\n${refusals.join('\n')}`);
}
