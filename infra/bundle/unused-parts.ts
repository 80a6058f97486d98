import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Errors that our code distinguishes by class. The SDK registers some 130 more, with 40 KB of a bundle with three clients.
 * Those are thrown as the base class of their client, with the same name and message.
 */
const errorsInUse = new Set([
  'ConditionalCheckFailedException',
  'ConflictException',
  'ResourceNotFoundException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

interface Part {
  /** Part of the path of the package's files. */
  readonly package: string;
  readonly file: RegExp;
  readonly replace: (contents: string) => string;
}

const absentDownload = `
const no = () => { throw new Error('the bundle has no decoding of downloads'); };
export { no as downloadMessage, no as downloadMessageParts };`;

const parts: readonly Part[] = [
  {
    package: '@aws-sdk/client-',
    file: /@aws-sdk\/client-[a-z0-9]+\/dist-es\/schemas\/schemas_0\.js$/,
    replace: (contents) =>
      contents
        .replaceAll(/n0_registry\.registerError\(\w+\$, (\w+)\);\n/g, keepIfInUse)
        .replace(/import \{[^}]*\} from "..\/models\/errors";/, (statement) =>
          statement.replaceAll(/(\w+), /g, keepIfInUse),
        ),
  },
  {
    // Decodes parts while they arrive, with a second copy of the header parser: 125 KB. The service reads whole messages.
    package: '/imapflow/',
    file: /\/imapflow\/dist\/esm\/download\.js$/,
    replace: () => absentDownload,
  },
  {
    // 69 KB of file types that name attachments. Our messages have none.
    package: '/libmime/',
    file: /\/libmime\/dist\/esm\/mimetypes\.js$/,
    replace: (contents) => contents.replaceAll(/ = \{[\s\S]*?\n\};/g, ' = {};'),
  },
];

function keepIfInUse(text: string, name: string): string {
  return errorsInUse.has(name) ? text : '';
}

/**
 * Removes parts of libraries that are for operations that are not called. Bundling fails if a part has another place or another form in
 * a new version of its package.
 */
export const unusedParts: Plugin = {
  name: 'unused-parts',
  setup(build) {
    for (const { file, replace } of parts) {
      build.onLoad({ filter: file }, async ({ path }) => {
        const before = await readFile(path, 'utf8');
        const contents = replace(before);

        return contents === before ? { errors: [{ text: `${path} has no unused part` }] } : { contents };
      });
    }
    build.onEnd(({ metafile }) => {
      const inputs = Object.keys(metafile?.inputs ?? {});
      const missing = parts.filter(
        (part) =>
          inputs.some((path) => path.includes(part.package)) && !inputs.some((path) => part.file.test(path)),
      );

      return { errors: missing.map(({ file }) => ({ text: `no file of the package matches ${file}` })) };
    });
  },
};
