import { createHash } from 'node:crypto';
import type { Assembly, StackTemplate, TemplateResource } from './assembly.ts';
import { type References, resolveValue } from './intrinsics.ts';

/** Region and account that ARNs contain. */
export interface DeploymentTarget {
  readonly region: string;
  readonly accountId: string;
  /** URLs of the existing queues, by name. */
  readonly queueUrls: ReadonlyMap<string, string>;
}

export interface Resource {
  readonly logicalId: string;
  readonly type: string;
  /** The resource's name in the local engines. */
  readonly name: string;
  readonly arn: string;
  /** Resolved on demand: most resources are not relevant to the local stack. */
  properties(): unknown;
}

export const bucketType = 'AWS::S3::Bucket';

export function resourcesOf(resources: readonly Resource[], type: string): Resource[] {
  return resources.filter((resource) => resource.type === type);
}

/** The property with the name of a resource, by type. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::IAM::Role': 'RoleName',
};

const arnForms: Readonly<Record<string, (deploymentTarget: DeploymentTarget, name: string) => string>> = {
  'AWS::DynamoDB::Table': ({ region, accountId }, name) =>
    `arn:aws:dynamodb:${region}:${accountId}:table/${name}`,
  'AWS::IAM::Role': ({ accountId }, name) => `arn:aws:iam::${accountId}:role/${name}`,
  'AWS::KMS::Key': ({ region, accountId }, name) => `arn:aws:kms:${region}:${accountId}:key/${name}`,
  'AWS::Lambda::Function': ({ region, accountId }, name) =>
    `arn:aws:lambda:${region}:${accountId}:function:${name}`,
  'AWS::SQS::Queue': ({ region, accountId }, name) => `arn:aws:sqs:${region}:${accountId}:${name}`,
  [bucketType]: (_, name) => `arn:aws:s3:::${name}`,
  'AWS::Scheduler::ScheduleGroup': ({ region, accountId }, name) =>
    `arn:aws:scheduler:${region}:${accountId}:schedule-group/${name}`,
};

/** All resources of all stacks, with references resolved between them. */
export function readResources(assembly: Assembly, deploymentTarget: DeploymentTarget): readonly Resource[] {
  const exportedValues = new Map<string, () => unknown>();
  const resources: Resource[] = [];

  for (const template of assembly.templates) {
    const references = createReferences(template, deploymentTarget, exportedValues);

    for (const { Value, Export } of Object.values(template.Outputs)) {
      if (Export === undefined) continue;
      exportedValues.set(String(resolveValue(Export.Name, references)), () =>
        resolveValue(Value, references),
      );
    }
    for (const [logicalId, resource] of Object.entries(template.Resources)) {
      const name = physicalName(logicalId, resource);
      resources.push({
        logicalId,
        type: resource.Type,
        name,
        arn: arnOf(resource.Type, deploymentTarget, name),
        properties: () => resolveValue(resource.Properties, references),
      });
    }
  }

  return resources;
}

function createReferences(
  template: StackTemplate,
  deploymentTarget: DeploymentTarget,
  exportedValues: ReadonlyMap<string, () => unknown>,
): References {
  const find = (name: string): TemplateResource => {
    const resource = template.Resources[name];
    if (resource === undefined) throw new Error(`The template has no resource ${name}`);

    return resource;
  };

  return {
    ref: (name) =>
      pseudoParameter(name, deploymentTarget) ??
      template.Parameters[name]?.Default ??
      ref(name, find(name), deploymentTarget),
    getAtt: (name, attribute) => getAtt(name, attribute, find(name), deploymentTarget),
    importValue: (exportName) => {
      const value = exportedValues.get(exportName);
      if (value === undefined) throw new Error(`No stack exports ${exportName}`);

      return value();
    },
  };
}

function pseudoParameter(name: string, { region, accountId }: DeploymentTarget): string | undefined {
  const values: Readonly<Record<string, string>> = {
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackName': 'local',
    'AWS::URLSuffix': 'amazonaws.com',
  };

  return values[name];
}

function ref(logicalId: string, resource: TemplateResource, deploymentTarget: DeploymentTarget): string {
  const name = physicalName(logicalId, resource);

  // A queue that does not exist yet has no URL. Its name is used until the template is read again.
  return resource.Type === 'AWS::SQS::Queue' ? (deploymentTarget.queueUrls.get(name) ?? name) : name;
}

function getAtt(
  logicalId: string,
  attribute: string,
  resource: TemplateResource,
  deploymentTarget: DeploymentTarget,
): string {
  const name = physicalName(logicalId, resource);
  const arn = arnOf(resource.Type, deploymentTarget, name);

  switch (attribute) {
    case 'Arn':
      return arn;
    case 'StreamArn':
      // A placeholder: the stack uses the ARN that the engine returns.
      return `${arn}/stream/latest`;
    case 'KeyId':
    case 'QueueName':
      return name;
    case 'QueueUrl':
      return ref(logicalId, resource, deploymentTarget);
    default:
      // A placeholder: no local resource uses the attribute.
      return `${logicalId}.${attribute}`;
  }
}

/** The name that the template defines; otherwise a name from the logical id. */
function physicalName(logicalId: string, { Type, Properties }: TemplateResource): string {
  if (Type === 'AWS::KMS::Key') return uuidOf(logicalId);
  if (Type === bucketType) return logicalId.toLowerCase();
  const definedName = Properties[nameProperties[Type] ?? ''];

  return typeof definedName === 'string' ? definedName : logicalId;
}

function arnOf(type: string, deploymentTarget: DeploymentTarget, name: string): string {
  return (
    arnForms[type]?.(deploymentTarget, name) ??
    `arn:aws:${type.split('::')[1]?.toLowerCase()}:${deploymentTarget.region}:${deploymentTarget.accountId}:${name}`
  );
}

function uuidOf(logicalId: string): string {
  const hex = createHash('sha256').update(logicalId).digest('hex');

  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
