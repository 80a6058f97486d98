import { readFileSync } from 'node:fs';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import * as scheduler from '@aws-sdk/client-scheduler';
import * as sqs from '@aws-sdk/client-sqs';
import type { Command } from './shell.ts';

/**
 * Commands and options of these services are checked against the SDK, which is generated from the same
 * models.
 */
const clients: Readonly<Record<string, object>> = { dynamodb, kms, scheduler, sqs };

/** Commands and options of services without an installed SDK, copied by hand. */
const manualCommands: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  apigateway: { 'update-account': ['patch-operations'] },
  cloudformation: {
    'delete-stack': ['stack-name'],
    'describe-stacks': ['stack-name'],
    'describe-stack-resources': ['stack-name'],
    'update-termination-protection': ['stack-name', 'no-enable-termination-protection'],
  },
  iam: {
    'attach-role-policy': ['role-name', 'policy-arn'],
    'create-open-id-connect-provider': ['url', 'client-id-list'],
    'create-role': ['role-name', 'assume-role-policy-document'],
    'put-role-policy': ['role-name', 'policy-name', 'policy-document'],
  },
  cloudfront: {
    'create-distribution-tenant': [
      ...['name', 'domains', 'distribution-id', 'connection-group-id', 'managed-certificate-request'],
    ],
    'get-distribution-tenant': ['identifier'],
    'get-distribution-tenant-by-domain': ['domain'],
    'get-managed-certificate-details': ['identifier'],
    'update-distribution-tenant': ['id', 'if-match', 'customizations'],
  },
  cloudwatch: {
    'describe-alarm-contributors': ['alarm-name'],
    'get-metric-data': ['start-time', 'end-time', 'metric-data-queries'],
    'list-metrics': ['namespace', 'metric-name', 'recently-active'],
  },
  lambda: {
    'get-function-configuration': ['function-name'],
    'list-event-source-mappings': ['function-name'],
    'update-event-source-mapping': ['uuid', 'enabled', 'no-enabled'],
  },
  logs: { 'filter-log-events': ['log-group-name', 'filter-pattern'] },
  s3: { rm: ['recursive'] },
  resourcegroupstaggingapi: { 'get-resources': ['resource-type-filters', 'tag-filters'] },
};
const commonOptions = ['query', 'output', 'region'];

export function checkAws([service = '', operation = '', ...words]: Command): string[] {
  const options = words
    .filter((word) => word.startsWith('--'))
    .map((word) => word.slice(2))
    .filter((option) => !commonOptions.includes(option));
  const client = clients[service];
  if (client === undefined) return checkManualCommand(service, operation, options);
  if (operation === 'wait')
    return `waitUntil${pascal(words[0] ?? '')}` in client ? [] : ['nothing to wait for'];
  if (!(`${pascal(operation)}Command` in client)) return [`${service} has no ${operation}`];
  const input = inputOf(service, operation);

  return options
    .filter((option) => !new RegExp(`^ +${pascal(option.replace(/^no-/, ''))}\\??:`, 'm').test(input))
    .map((option) => `${service} ${operation} has no option --${option}`);
}

function checkManualCommand(service: string, operation: string, options: readonly string[]): string[] {
  const known = manualCommands[service]?.[operation];
  if (known === undefined) return [`this command is not in the list: aws ${service} ${operation}`];

  return options.filter((option) => !known.includes(option)).map((option) => `no option --${option}`);
}

/** The SDK's model of the operation's input. */
function inputOf(service: string, operation: string): string {
  const models = `node_modules/@aws-sdk/client-${service}/dist-types/models/models_0.d.ts`;
  const description = new RegExp(`interface ${pascal(operation)}(?:Input|Request) \\{.*?^\\}`, 'ms');

  return description.exec(readFileSync(models, 'utf8'))?.[0] ?? '';
}

function pascal(words: string): string {
  return words.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
