import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSettings } from '../../infra/local/settings.ts';
import { type LocalStackOptions, startLocalStack } from '../../infra/local/stack.ts';
import { openStateFolder } from '../../infra/local/state/state-folder.ts';
import { writeAssembly } from './support/assembly.ts';
import { codes } from './support/codes.ts';
import { noAccess } from './support/no-access.ts';
import { stackTest as test } from './support/stack.ts';

const failure = new Error('as asked');

/** Writes an assembly with a second table, which the local stack rejects. */
async function writeUnsupportedAssembly(folder: string): Promise<void> {
  writeAssembly(folder, codes);
  const file = join(folder, 'data.template.json');
  const template = JSON.parse(readFileSync(file, 'utf8'));
  template.Resources.Second = template.Resources.Table;
  writeFileSync(file, JSON.stringify(template));
}

test.for<[string, Partial<LocalStackOptions>]>([
  ['the templates cannot be made', { synthesise: () => Promise.reject(failure) }],
  ['the template is not supported', { synthesise: writeUnsupportedAssembly }],
  ['the first access cannot be created', { seed: () => Promise.reject(failure) }],
])('a start that fails because %s stops everything that it has started', async ([, changes], { folder }) => {
  const realDate = Date;
  const state = openStateFolder(folder);
  await expect(
    startLocalStack({
      state,
      settings: readSettings({ PORT: '0' }),
      synthesise: async (outputFolder) => writeAssembly(outputFolder, codes),
      seed: async () => noAccess,
      readDashboardFile: async () => undefined,
      echo: undefined,
      onEngineExit: () => undefined,
      ...changes,
    }),
  ).rejects.toThrow(/as asked|exactly one table/);

  // The engine deletes its file when it is stopped.
  expect(existsSync(state.file('dynamodb.pid'))).toBe(false);
  const servers = ['sqs', 'kms', 's3', 'mailWeb', 'scheduler', 'api'];
  const ports = servers.flatMap((name) => state.port(name) ?? []);
  expect(ports.length).toBeGreaterThanOrEqual(5);
  for (const port of ports) await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
  expect(Date).toBe(realDate);
  state.release();
});
