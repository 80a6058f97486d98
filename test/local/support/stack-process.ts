/** `npm start` with the small assembly, in its own process that a test may kill. */
import { runLocalStack } from '../../../infra/local/run-local-stack.ts';
import { writeAssembly } from './assembly.ts';
import { codes } from './codes.ts';
import { noAccess } from './no-access.ts';

await runLocalStack({
  synthesise: async (outputFolder) => writeAssembly(outputFolder, codes),
  seed: async () => noAccess,
  buildDashboard: async () => undefined,
});
