import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Errors that our code distinguishes by class. The SDK defines some 130 more, which are 40 KB of a bundle
 * with three clients. Those are thrown as the base class of their client, with the same name and message. An
 * import of a class that is missing here fails at bundling.
 */
const errorsInUse = new Set([
  'ConditionalCheckFailedException',
  'ConflictException',
  'ResourceNotFoundException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

interface Replacement {
  readonly path: RegExp;
  readonly replace: (contents: string) => string;
}

const replacements: readonly Replacement[] = [
  {
    // Event streams over HTTP/2, which no operation in use returns. The S3 client configures them.
    path: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/,
    replace: () =>
      'export const resolveEventStreamSerdeConfig = (config) => config;' +
      'export const eventStreamSerdeProvider = () => undefined;',
  },
  {
    // Endpoint discovery is off unless a variable enables it; its cache brings two libraries of data
    // structures.
    path: /@aws-sdk\/endpoint-cache\/dist-es\/index\.js$/,
    replace: () => 'export class EndpointCache {}',
  },
  {
    // `~/.aws` does not exist on Lambda; looking for it costs two file reads at the first call.
    path: /\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/,
    replace: () =>
      "export { CONFIG_PREFIX_SEPARATOR } from './constants';" +
      'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });',
  },
  {
    // For Node.js without OpenSSL.
    path: /\/checksum\/sha256\/Sha256Js\.js$/,
    replace: () => 'export class Sha256Js {}',
  },
  {
    // A retry mode that this project does not use.
    path: /\/util-retry\/AdaptiveRetryStrategy\.js$/,
    replace: () =>
      'export class AdaptiveRetryStrategy {' +
      "constructor() { throw new Error('the bundle has no adaptive retries'); } }",
  },
  {
    // Streams in browsers.
    path: /\/util-stream\/sdk-stream-mixin\.browser\.js$/,
    replace: () => "export const sdkStreamMixin = () => { throw new Error('not a stream of Node'); };",
  },
  {
    // Lambda sets the region in the environment; only EC2 has to query it.
    path: /\/regionConfig\/getInstanceMetadataRegion\.js$/,
    replace: () => 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  {
    // The template pins the Node.js version.
    path: /\/client\/emitWarningIfUnsupportedVersion\.js$/,
    replace: () => 'export const state = {}; export const emitWarningIfUnsupportedVersion = () => undefined;',
  },
  {
    // Display names. The region pattern alone assigns a region to its partition.
    path: /\/util-endpoints\/lib\/aws\/partitions\.js$/,
    replace: (contents) => contents.replaceAll(/"regions": \{[\s\S]*?\n {12}\}/g, '"regions": {}'),
  },
  {
    // Only the version is used, for the User-Agent header.
    path: /@aws-sdk\/client-[a-z0-9]+\/package\.json$/,
    replace: (contents) => JSON.stringify({ version: JSON.parse(contents).version }),
  },
  {
    // The classes of errors, and in the next entry their registration and import.
    path: /@aws-sdk\/client-[a-z0-9]+\/dist-es\/models\/errors\.js$/,
    replace: (contents) =>
      contents.replaceAll(/export class (\w+) extends __BaseException \{[\s\S]*?\n\}\n/g, keepIfInUse),
  },
  {
    path: /@aws-sdk\/client-[a-z0-9]+\/dist-es\/schemas\/schemas_0\.js$/,
    replace: (contents) =>
      contents
        .replaceAll(/n0_registry\.registerError\(\w+\$, (\w+)\);\n/g, keepIfInUse)
        .replace(/import \{[^}]*\} from "..\/models\/errors";/, (statement) =>
          statement.replaceAll(/(\w+), /g, keepIfInUse),
        ),
  },
];

function keepIfInUse(text: string, name: string): string {
  return errorsInUse.has(name) ? text : '';
}

/** Removes SDK code from the bundles that is for other platforms than Lambda, or for operations that are not called. */
export const unusedSdkParts: Plugin = {
  name: 'unused-sdk-parts',
  setup(build) {
    for (const { path, replace } of replacements) {
      build.onLoad({ filter: path }, async ({ path: file }) => ({
        contents: replace(await readFile(file, 'utf8')),
        loader: file.endsWith('.json') ? 'json' : 'js',
      }));
    }
  },
};
