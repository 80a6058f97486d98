import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import * as z from 'zod/mini';
import type { Contract } from '#lib/http/contract.ts';
import { fallback, type Operation, routedEndpoints, workers as workerOperations } from '#lib/operations.ts';
import { OutreachService, type OutreachServiceProps } from '../../infra/outreach-service.ts';
import type { StageEntry } from '../../infra/stage-entries.ts';
import { type StageSettings, stageSettings } from '../../infra/stages.ts';
import { appOptions } from '../../infra/synthesise.ts';

export interface Resource {
  readonly logicalId: string;
  readonly properties: Record<string, unknown>;
  readonly deletionPolicy: string | undefined;
}

const Resources = z.record(
  z.string(),
  z.object({
    Type: z.string(),
    Properties: z._default(z.record(z.string(), z.unknown()), {}),
    DeletionPolicy: z.optional(z.string()),
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'infra-test-'));

afterAll(() => rmSync(folder, { recursive: true }));

export interface StageTemplates {
  readonly data: Template;
  readonly api: Template;
  readonly workers: Template;
  /** The stacks with functions. */
  readonly service: readonly Template[];
  /** The stacks that each of them is deployed after. */
  readonly dependencies: Readonly<Record<'data' | 'api' | 'workers', readonly string[]>>;
}

/** Settings of a stage that has no domain, unless the entry has one. */
export function settingsOf(stage: string, entry: StageEntry = {}): StageSettings {
  return stageSettings(stage, { generatedLinks: true, ...entry });
}

/** The templates of a stage. The functions' code is a placeholder, because bundling has separate tests. */
export function synthesiseStage(
  stage: string,
  settings: StageSettings = settingsOf(stage),
  deployed: readonly Operation<Contract>[] = routedEndpoints,
): StageTemplates {
  const assembly = createApp(stage, settings, deployed).synth();
  const find = (name: string) => assembly.getStackByName(`outreach-${stage}-${name}`);
  const read = (name: string) => Template.fromJSON(find(name).template);
  const dependenciesOf = (name: string) =>
    find(name).dependencies.flatMap((each) => ('stackName' in each ? [String(each.stackName)] : []));
  const [data, api, workers] = [read('data'), read('api'), read('workers')];

  return {
    data,
    api,
    workers,
    service: [api, workers],
    dependencies: {
      data: dependenciesOf('data'),
      api: dependenciesOf('api'),
      workers: dependenciesOf('workers'),
    },
  };
}

export function createApp(
  stage: string,
  settings: StageSettings = settingsOf(stage),
  deployed: readonly Operation<Contract>[] = routedEndpoints,
  options: Partial<OutreachServiceProps> & { readonly siteFolder?: string } = {},
): App {
  // The check against CloudFormation's schemas takes most of the time; `schemas.slow.test.ts` and `cdk synth` make it.
  const app = new App({ ...appOptions, outdir: join(folder, stage), builtinCloudFormationValidation: false });
  const { siteFolder, ...props } = options;
  const code = {
    functionsFolder: placeholderCode(deployed),
    endpoints: deployed,
    ...(siteFolder !== undefined && { siteFolder }),
  };
  new OutreachService(app, `outreach-${stage}`, { ...settings, stage, code, ...props });

  return app;
}

export function resourcesOf(templates: Template | readonly Template[], type: string): Resource[] {
  return [templates]
    .flat()
    .flatMap((template) => Object.entries(z.parse(Resources, template.toJSON()['Resources'])))
    .filter(([, resource]) => resource.Type === type)
    .map(([logicalId, { Properties, DeletionPolicy }]) => ({
      logicalId,
      properties: Properties,
      deletionPolicy: DeletionPolicy,
    }));
}

export function countResources(template: Template): number {
  return Object.keys(z.parse(Resources, template.toJSON()['Resources'])).length;
}

const Intrinsic = z.union([
  z.pipe(
    z.object({ Ref: z.string() }),
    z.transform(({ Ref }) => `<${Ref}>`),
  ),
  z.pipe(
    z.object({ 'Fn::GetAtt': z.array(z.string()) }),
    z.transform((it) => `<${it['Fn::GetAtt'].join('.')}>`),
  ),
  z.pipe(
    z.object({ 'Fn::Sub': z.string() }),
    z.transform((it) => it['Fn::Sub'].replaceAll(/\$\{([^}]+)\}/g, '<$1>')),
  ),
  z.pipe(
    z.object({ 'Fn::ImportValue': z.string() }),
    z.transform((it) => `<${it['Fn::ImportValue']}>`),
  ),
]);
const Join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

/** A value of a template as one line: `<LogicalId.Arn>/index/gsi1`, without the hashes of logical ids. */
export function render(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }

  const join = Join.safeParse(value);
  const text = join.success
    ? join.data['Fn::Join'][1].map(render).join(join.data['Fn::Join'][0])
    : z.parse(Intrinsic, value);

  return text.replaceAll(/[0-9A-F]{8}/g, '');
}

/** The logical id in `Ref` or `Fn::GetAtt`. */
export function targetOf(reference: unknown): string {
  return z.parse(Intrinsic, reference).replaceAll(/[<>]|\..*/g, '');
}

export function operationOf(lambda: Resource): string {
  const Tags = z.array(z.object({ Key: z.string(), Value: z.string() }));

  return z.parse(Tags, lambda.properties['Tags']).find(({ Key }) => Key === 'operation')?.Value ?? '';
}

function placeholderCode(deployed: readonly Operation<Contract>[]): string {
  const functionsFolder = join(folder, 'code');
  for (const { name } of [...deployed, fallback, ...workerOperations]) {
    mkdirSync(join(functionsFolder, name), { recursive: true });
    writeFileSync(join(functionsFolder, name, 'index.mjs'), `export const handler = () => '${name}';`);
  }

  return functionsFolder;
}
