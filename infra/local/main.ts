import { compressFiles } from '../compress-files.ts';
import { cachedDashboard } from '../dashboard-build.ts';
import { openContentCache } from './code/content-cache.ts';
import { cachedSynthesis } from './code/synthesis.ts';
import { runLocalStack } from './run-local-stack.ts';
import { seed } from './seed.ts';

await runLocalStack({
  seed,
  buildDashboard: async (folder) => {
    await cachedDashboard(folder);
    compressFiles(folder, '');
  },
  synthesise: cachedSynthesis(openContentCache()),
});
