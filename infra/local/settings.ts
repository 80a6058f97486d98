import { recordOf } from '#lib/values/record-of.ts';
import { UserError } from '../command-line/user-error.ts';
import { isEngineInstalled } from './engines/engine-package.ts';
import { type FaultSettings, readFaults } from './faults/fault-settings.ts';
import {
  type Credentials,
  endpointVariable,
  type ServiceName,
  serviceNames,
} from './lambda/function-environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from environment variables. */
export interface Settings {
  /** 0: any free port. */
  readonly port: number;
  readonly region: string;
  /** Endpoints of engines that run outside this stack. */
  readonly external: Readonly<Record<ServiceName, string | undefined>>;
  /** Endpoint of DynamoDB Streams, if it differs from the table's endpoint, as on AWS. */
  readonly streamsEndpoint: string | undefined;
  /** Credentials for external engines; the stack's own engines need none. */
  readonly credentials: Credentials | undefined;
  /** Runs DynamoDB Local in place of the embedded engine; without a folder, it is downloaded. */
  readonly dynamoDbLocal: { readonly folder: string | undefined } | undefined;
  /** Faults that are injected into the functions' calls to the engines. */
  readonly faults: FaultSettings | undefined;
}

const portDefault = 3000;

/** The stack's own engines need no credentials, but the SDK does not sign requests without them. */
export const localCredentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * @param hasEngine whether an embedded DynamoDB engine is installed for this platform
 * @throws UserError when `PORT` or `LOCAL_FAULTS` is invalid.
 */
export function readSettings(environment: Environment, hasEngine = isEngineInstalled()): Settings {
  const external = recordOf(serviceNames, (name) => nonEmpty(environment[endpointVariable(name)]));
  const folder = nonEmpty(environment['DYNAMODB_LOCAL']);
  const isDynamoDbLocal = folder !== undefined || (!hasEngine && external.dynamodb === undefined);
  const dynamoDbLocal = isDynamoDbLocal ? { folder } : undefined;
  const hasExternal = Object.values(external).some((endpoint) => endpoint !== undefined);

  return {
    port: readPort(nonEmpty(environment['PORT'])),
    region: nonEmpty(environment['AWS_REGION']) ?? 'us-east-1',
    external,
    streamsEndpoint: nonEmpty(environment['AWS_ENDPOINT_URL_DYNAMODB_STREAMS']),
    // If undefined, a function's access key is its operation's name. DynamoDB Local accepts only letters and digits in it.
    credentials:
      (hasExternal ? readCredentials(environment) : undefined) ?? (dynamoDbLocal && localCredentials),
    dynamoDbLocal,
    faults: readFaults(nonEmpty(environment['LOCAL_FAULTS'])),
  };
}

function readPort(text: string | undefined): number {
  if (text === undefined) return portDefault;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UserError(`PORT must be a number from 0 to 65535, not "${text}".`);
  }

  return port;
}

function readCredentials(environment: Environment): Credentials | undefined {
  const accessKeyId = nonEmpty(environment['AWS_ACCESS_KEY_ID']);
  const secretAccessKey = nonEmpty(environment['AWS_SECRET_ACCESS_KEY']);
  const sessionToken = nonEmpty(environment['AWS_SESSION_TOKEN']);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;

  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** Treats an empty variable as missing. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
