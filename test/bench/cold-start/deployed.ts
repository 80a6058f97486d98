import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { build } from 'esbuild';
import { bundleFunctions } from '../../../infra/bundle.ts';
import { functionEnvironment } from '../../../infra/local/lambda/function-environment.ts';
import { readAssembly } from '../../../infra/local/template/assembly.ts';
import { readModel } from '../../../infra/local/template/model.ts';
import { OutreachService } from '../../../infra/outreach-service.ts';
import { stageSettings } from '../../../infra/stages.ts';
import { appOptions } from '../../../infra/synthesise.ts';

/** A module with a measured start. */
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The measured modules, by the name of each function. */
export interface Subjects {
  /** The deployed modules, with the variables of their functions. */
  readonly deployed: readonly Subject[];
  /** The same without the table request during init. */
  readonly unprimed: readonly Subject[];
  readonly emptyHandler: Subject;
  /** A function with typical libraries, for comparison. */
  readonly typicalHandler: Subject;
}

/** @param table the endpoint of the table's replacement */
export async function prepareSubjects(folder: string, table: string): Promise<Subjects> {
  // Without the dashboard: the local model has no policies of the function that uploads its files.
  const app = new App({ ...appOptions, outdir: join(folder, 'assembly') });
  const functionsFolder = join(app.outdir, 'functions');
  await bundleFunctions({ outputFolder: functionsFolder });
  const settings = stageSettings('prod', { generatedLinks: true });
  new OutreachService(app, 'Outreach', { ...settings, stage: 'prod', code: { functionsFolder } });
  app.synth();
  const place = { region: 'eu-central-1', accountId: '000000000000', queueUrls: new Map() };
  const { functions } = readModel(await readAssembly(app.outdir), place);
  const deployed = functions.map((it) => ({
    name: it.operation,
    file: join(it.codeFolder, 'index.mjs'),
    environment: functionEnvironment(it, place.region, {
      dynamodb: table,
      sqs: table,
      scheduler: table,
      kms: table,
      s3: table,
    }),
  }));

  return {
    deployed,
    unprimed: deployed.map(({ environment: { PRIMING: _, ...environment }, ...subject }) => ({
      ...subject,
      environment,
    })),
    emptyHandler: { name: 'bare', file: await writeEmptyHandler(join(folder, 'bare')), environment: {} },
    typicalHandler: {
      name: 'usual',
      file: await writeTypicalHandler(join(folder, 'usual')),
      environment: {},
    },
  };
}

async function writeEmptyHandler(folder: string): Promise<string> {
  const file = join(folder, 'index.mjs');
  await mkdir(folder, { recursive: true });
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');

  return file;
}

/**
 * As in the documentation of each library, with default bundling; many projects also add a logger and a
 * document client.
 */
const typicalSource = `
  import middy from '@middy/core';
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  import { unmarshall } from '@aws-sdk/util-dynamodb';
  import { z } from 'zod';
  const client = new DynamoDBClient({ region: 'eu-central-1' });
  const Input = z.object({ id: z.string() });
  export const handler = middy(async (event) => {
    const { id } = Input.parse(event);
    const { Item } = await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: id } } }));
    return { statusCode: 200, body: JSON.stringify(unmarshall(Item)) };
  });`;

async function writeTypicalHandler(folder: string): Promise<string> {
  const outfile = join(folder, 'index.mjs');
  await build({
    stdin: { contents: typicalSource, resolveDir: resolve('.') },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire } from 'node:module';const require=createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });

  return outfile;
}
