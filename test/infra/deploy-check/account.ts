import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DescribeCertificateResponse } from '@aws-sdk/client-acm';
import type { DescribeTableOutput, ListTagsOfResourceOutput } from '@aws-sdk/client-dynamodb';
import type { DescribeKeyResponse, ListResourceTagsResponse } from '@aws-sdk/client-kms';
import type { GetAccountSettingsResponse } from '@aws-sdk/client-lambda';
import type { GetResourcesOutput } from '@aws-sdk/client-resource-groups-tagging-api';

/** What an account answers to the calls of the check, in the shapes of the SDK. */
export interface Account {
  /** Ids of the stacks, by name. */
  readonly stacks: Readonly<Record<string, string>>;
  readonly bootstrapVersion: string;
  readonly limit: NonNullable<GetAccountSettingsResponse['AccountLimit']>;
  readonly resources: NonNullable<GetResourcesOutput['ResourceTagMappingList']>;
  readonly certificate: NonNullable<DescribeCertificateResponse['Certificate']>;
  readonly table: NonNullable<DescribeTableOutput['Table']>;
  /** By ARN. */
  readonly keys: Readonly<Record<string, NonNullable<DescribeKeyResponse['KeyMetadata']>>>;
  /** Tags of the table, the keys and the bucket. */
  readonly tags: Readonly<Record<string, string>>;
  /** Operations that the credentials may not call. */
  readonly denied: readonly string[];
}

/** Serves one account at one address, as `AWS_ENDPOINT_URL`. It has only what the check calls. */
export async function startAccount(account: Account) {
  const called = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = operationOf(String(request.headers['x-amz-target'] ?? ''), request.url ?? '', body);
    called.add(operation);
    const answer = account.denied.includes(operation) ? denial(operation) : respond(account, operation, body);
    response.writeHead(answer.status, {
      'x-amzn-errortype': answer.status === 200 ? '' : 'AccessDeniedException',
    });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return { endpoint: `http://127.0.0.1:${port}`, called, stop: () => server.close() };
}

function operationOf(target: string, url: string, body: string): string {
  if (target !== '') return target.split('.')[1] ?? '';
  if (url.includes('tagging')) return 'GetBucketTagging';

  return url.includes('account-settings')
    ? 'GetAccountSettings'
    : (new URLSearchParams(body).get('Action') ?? '');
}

function denial(operation: string) {
  const message = `User is not authorized to perform ${operation}`;
  const error = `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
  const xml = operation === 'DescribeStacks' ? `<ErrorResponse>${error}</ErrorResponse>` : error;
  const isXml = ['DescribeStacks', 'GetBucketTagging'].includes(operation);

  return { status: 403, body: isXml ? xml : JSON.stringify({ __type: 'AccessDeniedException', message }) };
}

function respond(account: Account, operation: string, body: string) {
  if (operation === 'DescribeStacks') return describeStack(account, body);
  if (operation === 'GetBucketTagging') {
    const tags = Object.entries(account.tags).map(
      ([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`,
    );

    return { status: 200, body: `<Tagging><TagSet>${tags.join('')}</TagSet></Tagging>` };
  }
  const answer = jsonAnswers(account, body === '' ? '' : (JSON.parse(body).KeyId ?? ''))[operation];

  return { status: answer === undefined ? 404 : 200, body: JSON.stringify(answer ?? {}) };
}

function jsonAnswers(
  { limit, resources, certificate, table, keys, tags }: Account,
  keyId: string,
): Record<string, unknown> {
  const pairs = Object.entries(tags);

  return {
    GetAccountSettings: { AccountLimit: limit } satisfies GetAccountSettingsResponse,
    GetResources: { ResourceTagMappingList: resources } satisfies GetResourcesOutput,
    DescribeCertificate: { Certificate: certificate } satisfies DescribeCertificateResponse,
    DescribeTable: { Table: table } satisfies DescribeTableOutput,
    ListTagsOfResource: {
      Tags: pairs.map(([Key, Value]) => ({ Key, Value })),
    } satisfies ListTagsOfResourceOutput,
    DescribeKey: { KeyMetadata: keys[keyId] } satisfies DescribeKeyResponse,
    ListResourceTags: {
      Tags: pairs.map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
    } satisfies ListResourceTagsResponse,
  };
}

function describeStack({ stacks, bootstrapVersion }: Account, body: string) {
  const name = new URLSearchParams(body).get('StackName') ?? '';
  const id = stacks[name];
  if (id === undefined) {
    const error = `<Error><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error>`;

    return { status: 400, body: `<ErrorResponse>${error}</ErrorResponse>` };
  }
  const output = `<member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${bootstrapVersion}</OutputValue></member>`;
  const stack = `<member><StackId>${id}</StackId><StackName>${name}</StackName><Outputs>${output}</Outputs></member>`;

  return {
    status: 200,
    body: `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}
