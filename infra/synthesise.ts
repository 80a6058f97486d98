import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { bundleFunctions, operationSources } from './bundle.ts';
import { cachedDashboard } from './dashboard-build.ts';
import { featureFlags } from './feature-flags.ts';
import { sourceFile } from './local/code/function-code.ts';
import { OutreachService, type ServiceCode } from './outreach-service.ts';
import { type StageSettings, stageSettings } from './stages.ts';

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

  new OutreachService(app, `outreach-${stage}`, { ...settings, stage, code: await buildCode(app.outdir) });
  app.synth();
}

/**
 * Bundles the functions and builds the dashboard and the script of the API reference.
 * @param isModuleOnly see `bundleSources`
 */
export async function buildCode(
  folder: string,
  isModuleOnly = false,
): Promise<Required<Omit<ServiceCode, 'endpoints'>>> {
  const code = { functionsFolder: join(folder, 'functions'), siteFolder: join(folder, 'site') };
  await Promise.all([
    bundleFunctions({ outputFolder: code.functionsFolder, isModuleOnly }),
    buildSite(code.siteFolder),
  ]);

  return code;
}

async function buildSite(folder: string): Promise<void> {
  const { referenceScript, scriptName } = await import('./reference/script.ts');
  await cachedDashboard(folder);
  await writeFile(join(folder, 'assets', scriptName), referenceScript);
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
  const functionsFolder = join(app.outdir, 'sources');
  await Promise.all(
    operationSources.map(async (source) => {
      const folder = join(functionsFolder, source.name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, sourceFile), JSON.stringify(source));
    }),
  );
  new OutreachService(app, 'outreach-local', {
    ...stageSettings('local'),
    stage: 'local',
    code: { functionsFolder },
  });
  app.synth();
}

/** Options of every app. They exclude values that differ between two runs or machines. */
export const appOptions: AppProps = {
  analyticsReporting: false,
  treeMetadata: false,
  context: featureFlags,
};
