import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from './bundle.ts';
import { parseStageName } from './stages.ts';
import { addStacks, appOptions } from './synthesise.ts';

// The CDK command runs this file. `App` reads the output folder and the context from environment variables.
const app = new App(appOptions);
const stage = parseStageName(app.node.tryGetContext('stage') ?? 'dev');

const codeFolders = await bundleFunctions({ outputFolder: join(app.outdir, 'bundles') });

addStacks(app, { stage, codeFolders });
app.synth();
