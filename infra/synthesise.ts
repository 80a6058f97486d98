import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import type { Contract } from '#lib/http/contract.ts';
import { endpoints, type Operation } from '#lib/operations.ts';
import { ApiStack } from './api-stack.ts';
import { bundleFunctions, operationSources } from './bundle.ts';
import { cachedDashboard } from './dashboard-build.ts';
import { DataStack } from './data-stack.ts';
import { sourceFile } from './local/code/function-code.ts';
import { writeReference } from './reference/files.ts';
import { type StageSettings, stageSettings } from './stages.ts';
import { WorkersStack } from './workers-stack.ts';

/**
 * Writes what `cdk deploy` would deploy: a cloud assembly of templates, asset manifests and code. It needs no account and no network; the same sources give the same
 * templates.
 * @param stage the local stack cannot run the assembly of a deployed one: see `synthesiseLocally`
 * @throws when an operation has no function file or a file does not compile.
 */
export async function synthesise(
  stage: string,
  settings: StageSettings,
  outputFolder: string,
): Promise<void> {
  const app = new App({ ...appOptions, outdir: resolve(outputFolder) });

  addStacks(app, { stage, settings, ...(await buildCode(app, stage, settings)) });
  app.synth();
}

/** Bundles the functions and builds the dashboard and the API reference, into the app's output folder. */
export async function buildCode(app: App, stage: string, { domain }: StageSettings) {
  const folders = {
    dashboardFolder: join(app.outdir, 'dashboard'),
    documentsFolder: join(app.outdir, 'documents'),
  };
  // The gateway's own address has the stage as its first path segment.
  const basePath = domain === undefined ? `/${stage}` : '';
  const [codeFolders] = await Promise.all([
    bundleFunctions({ outputFolder: join(app.outdir, 'bundles') }),
    cachedDashboard(folders.dashboardFolder, `${basePath}/dashboard/`),
  ]);
  await writeReference(
    { address: domain === undefined ? basePath : `https://${domain.name}`, basePath },
    folders,
  );

  return { codeFolders, ...folders };
}

/**
 * Writes the templates of the stage `local`. Each function's folder holds no code, only `source.json` with
 * the name of the function's file: the local stack bundles a function at its first invocation. Templates are
 * not checked against CloudFormation's schema here, because the check takes 90 % of the time; `cdk synth`
 * does it.
 */
export async function synthesiseLocally(outputFolder: string): Promise<void> {
  const app = new App({
    ...appOptions,
    outdir: resolve(outputFolder),
    builtinCloudFormationValidation: false,
  });
  const folders = join(app.outdir, 'sources');
  const codeFolders = await Promise.all(
    operationSources.map(async (source): Promise<[string, string]> => {
      const folder = join(folders, source.name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, sourceFile), JSON.stringify(source));

      return [source.name, folder];
    }),
  );
  addStacks(app, {
    stage: 'local',
    settings: stageSettings('local'),
    codeFolders: new Map(codeFolders),
  });
  app.synth();
}

/** Options of every app. They exclude values that differ between two runs or machines. */
export const appOptions: AppProps = {
  analyticsReporting: false,
  treeMetadata: false,
  // CloudFormation does not remove a stack export in use, so the data stack cannot delete the table while functions use it.
  context: {
    '@aws-cdk/core:defaultCrossStackReferences': 'strong',
    // White space counts for the maximum size of a template.
    '@aws-cdk/core:suppressTemplateIndentation': true,
  },
};

interface StacksRequest {
  readonly stage: string;
  readonly settings: StageSettings;
  /** By operation name; see `bundleFunctions`. */
  readonly codeFolders: ReadonlyMap<string, string>;
  /** See `cachedDashboard`. Default: no files are uploaded. */
  readonly dashboardFolder?: string | undefined;
  /** See `writeReference`. */
  readonly documentsFolder?: string | undefined;
  /** Default: all endpoints of the service. */
  readonly endpoints?: readonly Operation<Contract>[];
}

/**
 * The data stack first, then the gateway with its functions, then the workers. A stack refers only to earlier
 * stacks, which is also the order of deployment. A stack may have 500 resources.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
export function addStacks(app: App, { stage, settings, codeFolders, ...overrides }: StacksRequest): void {
  const service = `outreach-${stage}`;
  // CloudFormation adds these tags to every resource that supports tags.
  const tags = { service: 'outreach', stage };
  const stack = { tags, settings, env: settings.env, terminationProtection: settings.deletionProtection };
  const { table, secretsKey, signingKey, exportsBucket } = new DataStack(app, `${service}-data`, stack);
  const shared = {
    ...stack,
    stageName: stage,
    table,
    secretsKey,
    signingKey,
    exportsBucket,
    codeFolders,
    metricNamespace: service,
  };
  const { alarmTopic, linksBaseUrl, stackName } = new ApiStack(app, `${service}-api`, {
    ...shared,
    dashboardFolder: overrides.dashboardFolder,
    documentsFolder: overrides.documentsFolder,
    endpoints: overrides.endpoints ?? endpoints,
  });

  new WorkersStack(app, `${service}-workers`, { ...shared, alarmTopic, linksBaseUrl, apiName: stackName });
}
