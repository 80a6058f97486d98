import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  paginateGetResources,
  ResourceGroupsTaggingAPIClient,
} from '@aws-sdk/client-resource-groups-tagging-api';
import { unreservedMin } from '../reserved-concurrency.ts';
import type { Check, CheckedStage } from './check.ts';

/** The version of the resources of `cdk bootstrap` that the templates require. */
const bootstrapVersionMin = 6;

/** Checks of the account as a whole. */
export function accountChecks(checked: CheckedStage): Check[] {
  return [
    { what: 'the bootstrap resources of CDK', findProblems: () => bootstrapProblems(checked) },
    { what: 'the quota of concurrent executions', findProblems: () => quotaProblems(checked) },
    { what: 'resources of an earlier stage with this name', findProblems: () => leftoverProblems(checked) },
  ];
}

async function bootstrapProblems({ settings, client }: CheckedStage): Promise<string[]> {
  const stack = await findStack(new CloudFormationClient(client), 'CDKToolkit');
  if (stack === undefined) return ['There is no stack CDKToolkit. Run npx cdk bootstrap.'];
  const [, , , region, account] = String(stack.StackId).split(':');
  const version = stack.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
  const stated = [
    settings.domain?.certificate.certificateArn,
    settings.webAcl && 'arn' in settings.webAcl ? settings.webAcl.arn : undefined,
    settings.table?.tableArn,
    settings.keys?.secrets.keyArn,
  ]
    .flatMap((arn) => (arn === undefined ? [] : [arn.split(':').slice(3, 5)]))
    .concat([[settings.env.region ?? String(region), settings.env.account ?? String(account)]]);
  const differing = stated.find((place) => place.join() !== [region, account].join());

  return [
    ...(Number(version) >= bootstrapVersionMin
      ? []
      : [`Its version is ${version}, but ${bootstrapVersionMin} is required. Run npx cdk bootstrap.`]),
    ...(differing === undefined
      ? []
      : [
          `The credentials are for the account ${account} and the region ${region}, but the settings are for ${differing[1]} and ${differing[0]}.`,
        ]),
  ];
}

async function quotaProblems({ stage, settings, client }: CheckedStage): Promise<string[]> {
  const { quota, reserved } = settings.capacity;
  const { AccountLimit: limit } = await new LambdaClient(client).send(new GetAccountSettingsCommand({}));
  const total = limit?.ConcurrentExecutions ?? 0;
  if (total < quota) {
    return [
      `The account has ${total}, but the stage uses ${quota}. Request a higher quota, or set concurrencyQuota to at most ${total}.`,
    ];
  }
  const isDeployed =
    (await findStack(new CloudFormationClient(client), `outreach-${stage}-api`)) !== undefined;
  const reserving = isDeployed ? 0 : Object.values(reserved).reduce((sum, count) => sum + count, 0);
  const available = (limit?.UnreservedConcurrentExecutions ?? 0) - unreservedMin;

  return reserving <= available
    ? []
    : [
        `The stage reserves ${reserving}, but other functions leave only ${available} to reserve. Request a higher quota, or set reserveConcurrency to false.`,
      ];
}

/** Resources that CloudFormation retained when the stacks were deleted. They keep the tag with the id of their stack. */
async function leftoverProblems({ stage, settings, client }: CheckedStage): Promise<string[]> {
  const formation = new CloudFormationClient(client);
  const stacks = await Promise.all(
    ['data', 'api', 'workers'].map((name) => findStack(formation, `outreach-${stage}-${name}`)),
  );
  const stackIds = stacks.map((stack) => stack?.StackId);
  const { table, keys, exportsBucketName } = settings;
  const inUse = [
    table?.tableArn,
    keys?.secrets.keyArn,
    keys?.signing.keyArn,
    ...(exportsBucketName === undefined ? [] : [`arn:aws:s3:::${exportsBucketName}`]),
  ];
  const problems: string[] = [];
  const pages = paginateGetResources(
    { client: new ResourceGroupsTaggingAPIClient(client) },
    {
      TagFilters: [
        { Key: 'service', Values: ['outreach'] },
        { Key: 'stage', Values: [stage] },
      ],
      ResourceTypeFilters: ['dynamodb:table', 'kms:key', 'logs:log-group', 's3'],
    },
  );
  for await (const { ResourceTagMappingList = [] } of pages) {
    for (const { ResourceARN: arn, Tags = [] } of ResourceTagMappingList) {
      const stackId = Tags.find(({ Key }) => Key === 'aws:cloudformation:stack-id')?.Value;
      const isOwned = stackId !== undefined && stackIds.includes(stackId);
      if (!isOwned && !inUse.includes(arn))
        problems.push(`${arn} exists. Use it in the settings, or delete it.`);
    }
  }

  return problems;
}

async function findStack(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName: name }))).Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}
