import { readSettings } from '../../../infra/local/settings.ts';
import { type LocalStack, startLocalStack } from '../../../infra/local/stack.ts';
import { openStateFolder } from '../../../infra/local/state/state-folder.ts';
import { writeAssembly } from './assembly.ts';
import { codes } from './codes.ts';
import { noAccess } from './no-access.ts';

export interface TestStack extends LocalStack {
  readonly folder: string;
}

/** The whole stack with real engines and the small assembly. */
export async function startTestStack(folder: string, isFresh = false): Promise<TestStack> {
  const state = openStateFolder(folder);
  if (isFresh) state.clear();
  const stack = await startLocalStack({
    state,
    settings: readSettings({ PORT: '0' }),
    synthesise: async (outputFolder) => writeAssembly(outputFolder, codes),
    seed: async () => noAccess,
    readDashboardFile: async () => undefined,
    echo: undefined,
    onEngineExit: () => undefined,
  });

  return {
    ...stack,
    folder,
    stop: async (graceMs) => {
      await stack.stop(graceMs);
      state.release();
    },
  };
}
