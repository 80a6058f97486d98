import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * The errors that our code tells apart by their class. The SDK knows some 130 more, 40 KB of a bundle with three
 * clients: those arrive as their client's base class, with the same name and message. A class that is missing here
 * cannot be imported: the bundle does not compile.
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
    // Streams of events over HTTP/2, which no operation of ours answers with.
    path: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/,
    replace: () => 'export {};',
  },
  {
    // Endpoint discovery is off unless a variable turns it on; its cache brings two libraries of data structures.
    path: /@aws-sdk\/endpoint-cache\/dist-es\/index\.js$/,
    replace: () => 'export class EndpointCache {}',
  },
  {
    // ~/.aws does not exist on Lambda; asking for it costs two file reads at the first call.
    path: /\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/,
    replace: () =>
      "export { CONFIG_PREFIX_SEPARATOR } from './constants';" +
      'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });',
  },
  {
    // For a Node without OpenSSL.
    path: /\/checksum\/sha256\/Sha256Js\.js$/,
    replace: () => 'export class Sha256Js {}',
  },
  {
    // A retry mode that nobody here asks for.
    path: /\/util-retry\/AdaptiveRetryStrategy\.js$/,
    replace: () =>
      'export class AdaptiveRetryStrategy {' +
      "constructor() { throw new Error('the bundle has no adaptive retries'); } }",
  },
  {
    // Streams of browsers.
    path: /\/util-stream\/sdk-stream-mixin\.browser\.js$/,
    replace: () => "export const sdkStreamMixin = () => { throw new Error('not a stream of Node'); };",
  },
  {
    // Lambda names its region; only EC2 has to ask for it.
    path: /\/regionConfig\/getInstanceMetadataRegion\.js$/,
    replace: () => 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  {
    // Which Node there is, the template decides.
    path: /\/client\/emitWarningIfUnsupportedVersion\.js$/,
    replace: () => 'export const state = {}; export const emitWarningIfUnsupportedVersion = () => undefined;',
  },
  {
    // Names for people. To which partition a region belongs is told by the partition's pattern.
    path: /\/util-endpoints\/lib\/aws\/partitions\.js$/,
    replace: (contents) => contents.replaceAll(/"regions": \{[\s\S]*?\n {12}\}/g, '"regions": {}'),
  },
  {
    // For the User-Agent, its version is all that is read.
    path: /@aws-sdk\/client-[a-z]+\/package\.json$/,
    replace: (contents) => JSON.stringify({ version: JSON.parse(contents).version }),
  },
  {
    path: /@aws-sdk\/client-[a-z]+\/dist-es\/models\/errors\.js$/,
    replace: (contents) =>
      contents.replaceAll(/export class (\w+) extends __BaseException \{[\s\S]*?\n\}\n/g, keepIfInUse),
  },
  {
    path: /@aws-sdk\/client-[a-z]+\/dist-es\/schemas\/schemas_0\.js$/,
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

/** Leaves out of the bundles what the SDK carries for other places than Lambda, and for operations that we do not call. */
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
