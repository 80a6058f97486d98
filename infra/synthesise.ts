import { join, resolve } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { bundleFunctions } from './bundle.ts';
import { DataStack } from './data-stack.ts';
import { ServiceStack } from './service-stack.ts';
import { type StageName, stages } from './stages.ts';

interface SynthesisRequest {
  readonly stage: StageName;
  /** Receives the cloud assembly: templates, assets manifests, code. */
  readonly outputFolder: string;
}

/**
 * Writes what `cdk deploy` would deploy. Asks nobody: no account, no network, and the same sources give the same
 * templates.
 *
 * @throws when an operation has no function file or one does not compile.
 */
export async function synthesise({ stage, outputFolder }: SynthesisRequest): Promise<void> {
  const app = new App({ ...appOptions, outdir: resolve(outputFolder) });

  addStacks(app, stage, await bundleFunctions({ outputFolder: join(app.outdir, 'bundles') }));
  app.synth();
}

/** Without what differs between two runs or machines. */
export const appOptions: AppProps = {
  analyticsReporting: false,
  treeMetadata: false,
  // An export in use cannot be removed: the data stack never pulls the table away from under the service.
  context: { '@aws-cdk/core:defaultCrossStackReferences': 'strong' },
};

/** @param codeFolders by operation name; see `bundleFunctions`. */
export function addStacks(app: App, stage: StageName, codeFolders: ReadonlyMap<string, string>): void {
  const settings = stages[stage];
  const { table, secretsKey } = new DataStack(app, `outreach-${stage}-data`, { settings });

  new ServiceStack(app, `outreach-${stage}-service`, {
    stageName: stage,
    settings,
    table,
    secretsKey,
    codeFolders,
  });
}
