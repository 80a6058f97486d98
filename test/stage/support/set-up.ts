import type { TestProject } from 'vitest/node';
import { openAccess } from './access.ts';
import { createStageClient } from './api-client.ts';
import { readSettings, type StageSettings } from './settings.ts';
import { namePrefix, removeTestData } from './test-data.ts';

export interface Stage extends Pick<StageSettings, 'baseUrl' | 'webhookUrl'> {
  readonly apiKey: string;
  /** Prefix of all names in this run. */
  readonly runId: string;
  readonly login: { readonly email: string; readonly password: string } | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    stage: Stage;
  }
}

/**
 * Opens access, and removes test data before the first and after the last test, regardless of the results.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = readSettings(process.env);
  const { baseUrl, webhookUrl, access } = settings;
  const runId = `${namePrefix}${Date.now().toString(36)}`;
  const { apiKey, close } = await openAccess(settings, runId);
  const api = createStageClient(baseUrl, { Authorization: `Bearer ${apiKey}` });

  try {
    await removeTestData(api);
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('stage', {
    baseUrl,
    webhookUrl,
    apiKey,
    runId,
    login: 'login' in access ? access.login : undefined,
  });

  return async () => {
    await removeTestData(api).finally(close);
  };
}
