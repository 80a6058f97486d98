import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusalLine } from '../../infra/local/iam/permission-check.ts';

/** Calls of a stack's functions that their roles refused, from the stack's log. */
export function refusalsIn(stateFolder: string): string[] {
  const file = join(stateFolder, 'functions.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];

  return lines.filter(isRefusalLine);
}

/** @throws for any refused call: either the role or the function is wrong */
export function requireNoRefusals(stateFolder: string): void {
  const refusals = refusalsIn(stateFolder);
  if (refusals.length > 0) throw new Error(`Calls of functions were refused:\n${refusals.join('\n')}`);
}
