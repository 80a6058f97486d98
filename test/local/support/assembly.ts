import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** Writes a small assembly like `cdk synth`, with two stacks: one has the table, the other one uses it. */
export function writeAssembly(folder: string, codes: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  write(folder, 'data.template.json', { Resources: dataResources, Outputs: dataOutputs });
  write(folder, 'service.template.json', { Resources: serviceResources(Object.keys(codes)) });
  write(folder, 'service.assets.json', { files: assetFiles(Object.keys(codes)) });
  for (const [operation, code] of Object.entries(codes)) writeFunction(join(folder, operation), code);
}

export function writeFunction(folder: string, code: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.mjs'), code);
}

function write(folder: string, name: string, content: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

const dataResources: Resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      AttributeDefinitions: ['pk', 'sk'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    },
  },
  SecretsKey: { Type: 'AWS::KMS::Key' },
};

const dataOutputs = {
  ExportTable: { Value: { Ref: 'Table' }, Export: { Name: 'data:Table' } },
  ExportStream: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] }, Export: { Name: 'data:Stream' } },
  ExportKey: { Value: { 'Fn::GetAtt': 'SecretsKey.Arn' }, Export: { Name: 'data:Key' } },
};

function serviceResources(operations: readonly string[]): Resources {
  return {
    ...Object.fromEntries(operations.map((operation) => [functionId(operation), functionOf(operation)])),
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { BinaryMediaTypes: ['text/csv', 'image/gif'], Body: apiDefinition },
    },
    Role: { Type: 'AWS::IAM::Role' },
    ...queues,
    ...eventSources,
    Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'campaigns' } },
    Sweep: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: { 'Fn::GetAtt': ['FnSweep', 'Arn'] }, RoleArn: 'arn:aws:iam::000000000000:role/r' },
      },
    },
  };
}

const queues: Resources = {
  Jobs: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: 60,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['JobsDead', 'Arn'] }, maxReceiveCount: 2 },
    },
  },
  JobsDead: { Type: 'AWS::SQS::Queue' },
  StreamDead: { Type: 'AWS::SQS::Queue' },
};

const eventSources: Resources = {
  JobsMapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
      FunctionName: { Ref: 'FnWork' },
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  },
  StreamMapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::ImportValue': 'data:Stream' },
      FunctionName: { 'Fn::GetAtt': ['FnPublish', 'Arn'] },
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      StartingPosition: 'TRIM_HORIZON',
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['StreamDead', 'Arn'] } } },
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } },
            }),
          },
        ],
      },
    },
  },
};

function functionId(operation: string): string {
  return `Fn${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
}

function functionOf(operation: string): Resources[string] {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: 'assets', S3Key: `${operation}.zip` },
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Timeout: 2,
      MemorySize: 256,
      Environment: {
        Variables: {
          TABLE_NAME: { 'Fn::ImportValue': 'data:Table' },
          SECRETS_KEY_ARN: { 'Fn::ImportValue': 'data:Key' },
          JOBS_QUEUE_URL: { Ref: 'Jobs' },
        },
      },
      Tags: [{ Key: 'operation', Value: operation }],
    },
  };
}

function route(operation: string) {
  const arn = { 'Fn::GetAtt': [functionId(operation), 'Arn'] };
  const parts = ['arn:', { Ref: 'AWS::Partition' }, ':apigateway:', { Ref: 'AWS::Region' }];
  const uri = [...parts, ':lambda:path/2015-03-31/functions/', arn, '/invocations'];

  return { 'x-amazon-apigateway-integration': { type: 'aws_proxy', uri: { 'Fn::Join': ['', uri] } } };
}

function gatewayResponse(status: number, code: string) {
  return {
    statusCode: String(status),
    responseParameters: {
      'gatewayresponse.header.X-RateLimit-Limit': "'100'",
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
    },
    responseTemplates: { 'application/json': JSON.stringify({ error: { code } }) },
  };
}

const apiDefinition = {
  openapi: '3.0.1',
  paths: {
    '/': { post: route('echo') },
    '/things': { post: route('echo') },
    '/things/{id}': { get: route('echo') },
    '/things/import': { post: route('echo') },
  },
  'x-amazon-apigateway-gateway-responses': {
    MISSING_AUTHENTICATION_TOKEN: gatewayResponse(404, 'NOT_FOUND'),
    DEFAULT_5XX: gatewayResponse(500, 'INTERNAL_ERROR'),
    DEFAULT_4XX: gatewayResponse(422, 'BAD_REQUEST'),
  },
};

function assetFiles(operations: readonly string[]) {
  return Object.fromEntries(
    operations.map((operation) => [
      operation,
      {
        source: { path: operation, packaging: 'zip' },
        destinations: { current: { bucketName: 'assets', objectKey: `${operation}.zip` } },
      },
    ]),
  );
}
