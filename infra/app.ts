import { App } from 'aws-cdk-lib';
import { parseStageName } from './stages.ts';
import { addStacks, appOptions, buildCode } from './synthesise.ts';

// The CDK command runs this file. `App` reads the output folder and the context from environment variables.
const app = new App(appOptions);
const stage = parseStageName(app.node.tryGetContext('stage') ?? 'dev');

addStacks(app, { stage, ...(await buildCode(app, stage)) });
app.synth();
