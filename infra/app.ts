import { App } from 'aws-cdk-lib';
import { readStage } from './stages.ts';
import { addStacks, appOptions, buildCode } from './synthesise.ts';

// The CDK command runs this file. `App` reads the output folder and the context from environment variables.
const app = new App(appOptions);
const { stage, settings } = readStage((key) => app.node.tryGetContext(key));

addStacks(app, { stage, settings, ...(await buildCode(app, stage, settings)) });
app.synth();
