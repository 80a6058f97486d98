import type { Contract } from '#lib/http/contract.ts';
import { agentEndpoint, type Operation } from '#lib/operations.ts';
import type { Capability } from '#lib/runtime/capabilities.ts';
import type { Worker } from '#lib/runtime/worker.ts';

type Deployed = Operation<Contract | Worker>;
type AllowedFunctions = (operation: Deployed) => boolean;

const everyone: AllowedFunctions = () => true;
const operationNamed =
  (...names: readonly string[]): AllowedFunctions =>
  ({ name }) =>
    names.includes(name);
const needing =
  (...capabilities: readonly Capability[]): AllowedFunctions =>
  ({ definition }) => {
    const needs: readonly Capability[] = definition.needs;

    return capabilities.some((word) => needs.includes(word));
  };
const sending: AllowedFunctions = ({ definition }) => definition.needs.some((need) => need.endsWith(':send'));
const scheduling = needing('schedules:manage');
const loggingIn = operationNamed('connect.finish', 'connect.smtp', 'emails.send', 'inbox.sync');
const readingTables = operationNamed('email-accounts.check-health');
const lookingUp = operationNamed('email-accounts.check-health', 'email-accounts.update');
const storingFiles = needing('exports:write', 'exports:delete');
const signingUrls = needing('exports:download');
const readingFiles = operationNamed('blocklist.import', 'contacts.import', agentEndpoint.name);

/** Functions that may contain an npm library. Other libraries are not allowed. */
export const libraries: Readonly<Record<string, AllowedFunctions>> = {
  '@aws-sdk/checksums': storingFiles,
  '@aws-sdk/client-dynamodb': everyone,
  '@aws-sdk/client-kms': needing('secrets:seal', 'secrets:open', 'tokens:sign'),
  '@aws-sdk/client-s3': storingFiles,
  '@aws-sdk/client-scheduler': scheduling,
  '@aws-sdk/client-sqs': sending,
  '@aws-sdk/core': everyone,
  '@aws-sdk/dynamodb-codec': everyone,
  '@aws-sdk/lib-storage': needing('exports:write'),
  '@aws-sdk/middleware-endpoint-discovery': everyone,
  '@aws-sdk/middleware-sdk-s3': storingFiles,
  '@aws-sdk/middleware-sdk-sqs': sending,
  '@aws-sdk/s3-request-presigner': signingUrls,
  '@aws-sdk/signature-v4-multi-region': (it) => storingFiles(it) || signingUrls(it),
  '@aws-sdk/util-dynamodb': everyone,
  '@aws-sdk/xml-builder': storingFiles,
  '@aws/lambda-invoke-store': everyone,
  '@middy/core': ({ definition }) => 'method' in definition,
  '@modelcontextprotocol/sdk': operationNamed(agentEndpoint.name),
  '@remix-run/headers': readingFiles,
  '@remix-run/multipart-parser': readingFiles,
  '@smithy/core': everyone,
  '@smithy/node-http-handler': everyone,
  '@smithy/signature-v4': everyone,
  '@smithy/types': everyone,
  'chrono-node': operationNamed('emails.send', 'inbox.sync'),
  'content-type': operationNamed(agentEndpoint.name),
  'csv-parse': readingFiles,
  imapflow: loggingIn,
  // Functions that receive a host from a customer or look one up must recognise public addresses, even
  // without connecting.
  'ipaddr.js': (it) => needing('network:outbound')(it) || needing('addresses:check')(it) || lookingUp(it),
  libmime: loggingIn,
  libqp: loggingIn,
  libbase64: loggingIn,
  nodemailer: operationNamed(
    'campaigns.preview',
    'campaigns.test',
    'connect.finish',
    'connect.smtp',
    'emails.send',
    agentEndpoint.name,
  ),
  oauth4webapi: operationNamed(
    'campaigns.test',
    'connect.begin',
    'connect.finish',
    'emails.send',
    'inbox.sync',
  ),
  'tldts-core': readingTables,
  'tldts-icann': readingTables,
  ulid: everyone,
  zod: everyone,
  'zod-to-json-schema': operationNamed(agentEndpoint.name),
};

/** Functions that may contain a project file. Other files are not restricted. */
export const ownParts: Readonly<Record<string, AllowedFunctions>> = {
  'lib/endpoints/handler.ts': ({ definition }) => 'method' in definition,
  'lib/runtime/consumer.ts': ({ definition }) => 'trigger' in definition,
  'lib/commit/commit.ts': needing(
    'table:write',
    'users:write',
    'passwords:reset',
    'visits:record',
    'visits:unsubscribe',
  ),
  'lib/crypto/vault.ts': needing('secrets:seal', 'secrets:open'),
  'lib/crypto/token-signer.ts': needing('tokens:sign'),
  'lib/bucket/bucket.ts': storingFiles,
  'lib/bucket/writer.ts': needing('exports:write'),
  'lib/bucket/download-url.ts': needing('exports:download'),
  'lib/queue/sqs-queue.ts': sending,
  'lib/schedule/campaign-schedules.ts': needing('schedules:manage'),
  'lib/network/guarded-connection.ts': needing('network:outbound'),
};

/** The file that shows that a function uses a need. Other needs have no file of their own. */
export const useOfNeed: Partial<Record<Capability, string>> = {
  'secrets:seal': 'lib/crypto/vault.ts',
  'secrets:open': 'lib/crypto/vault.ts',
  'tokens:sign': 'lib/crypto/token-signer.ts',
  'exports:write': 'lib/bucket/writer.ts',
  'exports:delete': 'lib/bucket/bucket.ts',
  'exports:download': 'lib/bucket/download-url.ts',
  'schedules:manage': 'lib/schedule/campaign-schedules.ts',
  'network:outbound': 'lib/network/public-address.ts',
  'ticks:send': 'lib/queue/sqs-queue.ts',
  'sends:send': 'lib/queue/sqs-queue.ts',
  'jobs:send': 'lib/queue/sqs-queue.ts',
  'deliveries:send': 'lib/queue/sqs-queue.ts',
  'slowlane:send': 'lib/queue/sqs-queue.ts',
  'fanouts:send': 'lib/queue/sqs-queue.ts',
  'syncs:send': 'lib/queue/sqs-queue.ts',
  'exports:send': 'lib/queue/sqs-queue.ts',
};

/** `@aws-sdk/core` for a path inside it; undefined for a project file. */
export function libraryOf(input: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}
