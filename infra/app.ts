import { App } from 'aws-cdk-lib';
import { OutreachService } from './outreach-service.ts';
import { readStage } from './stages.ts';
import { appOptions, buildCode } from './synthesise.ts';

// The CDK command runs this file. `App` reads the output folder and the context from environment variables.
const app = new App(appOptions);
const { stage, settings } = readStage((key) => app.node.tryGetContext(key));

new OutreachService(app, `outreach-${stage}`, { ...settings, stage, code: await buildCode(app.outdir) });
app.synth();
