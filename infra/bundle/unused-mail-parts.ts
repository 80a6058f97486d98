import type { Plugin } from 'esbuild';

/** Code of a function that throws. */
const throwMissing = (what: string) => `() => { throw new Error('the bundle has no ${what}'); }`;

/**
 * Parts of the IMAP client that decode messages, folder names and log lines, or connect through proxies: 820
 * KB. The service reads bytes of INBOX over an open connection and does not use the client's log. The message
 * composer includes 74 KB of file types for naming attachments, which our messages do not have.
 */
const replacements: readonly (readonly [path: RegExp, contents: string])[] = [
  [
    /\/iconv-lite\/lib\/index\.js$/,
    `const no = ${throwMissing('tables of charsets')};` +
      'module.exports = { encode: no, decode: no, decodeStream: no, getDecoder: no, getCodec: (name) => ({ name }), encodingExists: () => false };',
  ],
  [/\/encoding-japanese\/src\/index\.js$/, 'module.exports = {};'],
  [/\/pino\/pino\.js$/, `module.exports = ${throwMissing('logger')};`],
  [/\/socks\/build\/index\.js$/, 'exports.SocksClient = class {};'],
  [/\/libmime\/dist\/esm\/mimetypes\.js$/, 'export const list = {}; export const extensions = {};'],
  [
    // Decodes parts while they arrive; it brings a second copy of the header parser.
    /\/imapflow\/dist\/esm\/download\.js$/,
    `const no = ${throwMissing('decoding downloads')}; export { no as downloadMessage, no as downloadMessageParts };`,
  ],
  [
    /\/nodemailer\/dist\/esm\/mime-funcs\/mime-types\.js$/,
    `const no = ${throwMissing('table of file types')}; export { no as detectExtension, no as detectMimeType };`,
  ],
];

/**
 * Removes unused parts of the mail libraries from the bundles. A call of most removed parts throws an error with their name.
 */
export const unusedMailParts: Plugin = {
  name: 'unused-mail-parts',
  setup(build) {
    for (const [filter, contents] of replacements) {
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
  },
};
