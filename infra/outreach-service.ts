import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type IManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Contract } from '#lib/http/contract.ts';
import { type Operation, routedEndpoints } from '#lib/operations.ts';
import { ApiStack } from './api-stack.ts';
import { encryptWith } from './data-key.ts';
import { DataStack } from './data-stack.ts';
import { featureFlags } from './feature-flags.ts';
import { NetworkStack } from './network-stack.ts';
import { placeOf, writeSite } from './site.ts';
import { requireStageName } from './stage-entries.ts';
import { requireStableLinks, type StageSettings, stageSettings } from './stages.ts';
import { WorkersStack } from './workers-stack.ts';

/** Properties of a service. All except `stage` have a default. */
export interface OutreachServiceProps extends Omit<Partial<StageSettings>, 'logs'> {
  /**
   * Name of the deployment, at most 14 lower-case letters, digits and hyphens. The stacks are `outreach-<stage>-data`,
   * `outreach-<stage>-api` and `outreach-<stage>-workers`; names of functions and metrics begin with `outreach-<stage>`, too.
   */
  readonly stage: string;
  /** Retention, level, key and destination of all logs. */
  readonly logs?: Partial<StageSettings['logs']>;
  /** Permissions boundary of all roles. Default: none. */
  readonly permissionsBoundary?: IManagedPolicy;
  /**
   * Default: the code in the package.
   * @internal
   */
  readonly code?: ServiceCode;
}

/**
 * The built code of a service.
 * @internal
 */
export interface ServiceCode {
  /** Has a folder per operation; see `bundleFunctions`. */
  readonly functionsFolder: string;
  /** See `buildSite`. Default: no pages are uploaded. */
  readonly siteFolder?: string;
  /** Default: all endpoints of the service. */
  readonly endpoints?: readonly Operation<Contract>[];
}

/**
 * One deployment of the service: three stacks, because a stack may have 500 resources. Place it in an `App`, or in a `Stage` of a
 * pipeline. Tags, aspects and the deployment order apply to all stacks.
 */
export class OutreachService extends Construct {
  /** Topic of the alarms that need an engineer now. */
  readonly alarmTopic: ITopic;
  /** Topic of the alarms that are work for the next day. */
  readonly ticketTopic: ITopic;
  /** Address of the API. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: OutreachServiceProps) {
    super(scope, id);

    const { stage, permissionsBoundary, code = packagedCode } = props;
    const settings = settingsOf(props);
    // Before the stacks are created.
    for (const [flag, value] of Object.entries(featureFlags)) this.node.setContext(flag, value);
    const { alarmTopics, baseUrl } = this.addStacks(stage, settings, code);
    this.alarmTopic = alarmTopics.page;
    this.ticketTopic = alarmTopics.ticket;
    this.baseUrl = baseUrl;
    if (permissionsBoundary !== undefined) PermissionsBoundary.of(this).apply(permissionsBoundary);
  }

  /** A stack refers only to earlier stacks, which is also the order of deployment. */
  private addStacks(stage: string, settings: StageSettings, code: ServiceCode): ApiStack {
    const service = `outreach-${stage}`;
    const stackProps = (name: string) => ({
      stackName: `${service}-${name}`,
      // CloudFormation adds these tags to every resource that supports tags.
      tags: { service: 'outreach', stage },
      env: settings.env,
      terminationProtection: settings.removal === 'retain',
    });
    const vpc =
      settings.vpc ??
      (settings.fixedAddress ? new NetworkStack(this, 'network', stackProps('network')).vpc : undefined);
    const data = new DataStack(this, 'data', { ...stackProps('data'), settings });
    const shared = {
      table: data.table,
      secretsKey: data.secretsKey,
      signingKey: data.signingKey,
      exportsBucket: data.exportsBucket,
      settings: { ...settings, ...(vpc && { vpc }) },
      stageName: stage,
      metricNamespace: service,
      functionsFolder: code.functionsFolder,
    };
    const api = new ApiStack(this, 'api', {
      ...stackProps('api'),
      ...shared,
      ...(code.siteFolder !== undefined && this.writeSite(code.siteFolder, stage, settings)),
      endpoints: code.endpoints ?? routedEndpoints,
    });
    const { alarmTopics, linksBaseUrl, stackName: apiName } = api;
    const workers = new WorkersStack(this, 'workers', {
      ...stackProps('workers'),
      ...shared,
      alarmTopics,
      linksBaseUrl,
      apiName,
    });
    const { dataKey } = settings;
    if (dataKey) for (const stack of [data, api, workers]) encryptWith(dataKey.keyArn, stack);

    return api;
  }

  private writeSite(siteFolder: string, stage: string, settings: StageSettings) {
    const assembly = Stage.of(this);
    if (assembly === undefined) throw new Error('Place the service in an App or in a Stage.');

    return writeSite(siteFolder, join(assembly.outdir, 'sites', stage), placeOf(stage, settings));
  }
}

/** Both are beside the built module of this file. */
const packagedCode: ServiceCode = {
  functionsFolder: join(import.meta.dirname, 'functions'),
  siteFolder: join(import.meta.dirname, 'site'),
};

/** @throws for the name of a stage that cannot be one, and if links could end */
function settingsOf({
  stage,
  removal = 'retain',
  logs,
  code,
  permissionsBoundary,
  ...given
}: OutreachServiceProps) {
  // The local stack passes its code, and `readStage` has checked the names in cdk.json.
  if (code === undefined) requireStageName(stage);
  const defaults = stageSettings(stage, { production: removal === 'retain', generatedLinks: true });
  const settings: StageSettings = {
    ...defaults,
    generatedLinks: false,
    ...withoutUndefined(given),
    logs: { ...defaults.logs, ...logs },
  };
  requireStableLinks(stage, settings);

  return settings;
}

/** Apps without TypeScript's `exactOptionalPropertyTypes` may pass `undefined` for a default. */
function withoutUndefined<Values extends object>(values: Values): Values {
  return Object.assign(
    {},
    ...Object.entries(values).map(([name, value]) => value !== undefined && { [name]: value }),
  );
}
