import type { Plugin } from 'esbuild';

const never = (what: string) => `() => { throw new Error('the bundle has no ${what}'); }`;

/**
 * What the IMAP client carries for callers that have it decode messages, names of folders and log lines, or reach servers
 * through proxies: 820 KB. Ours fetches bytes of INBOX over a connection that is open already, and keeps no log. The composer
 * of mails brings 74 KB of file types, to guess by which attachments are named: our mails have none.
 */
const replacements: readonly (readonly [path: RegExp, contents: string])[] = [
  [
    /\/iconv-lite\/lib\/index\.js$/,
    `const no = ${never('tables of charsets')};` +
      'module.exports = { encode: no, decode: no, decodeStream: no, getDecoder: no, getCodec: (name) => ({ name }), encodingExists: () => false };',
  ],
  [/\/encoding-japanese\/src\/index\.js$/, 'module.exports = {};'],
  [/\/pino\/pino\.js$/, `module.exports = ${never('logger')};`],
  [/\/socks\/build\/index\.js$/, 'exports.SocksClient = class {};'],
  [/\/libmime\/dist\/esm\/mimetypes\.js$/, 'export const list = {}; export const extensions = {};'],
  [
    // Decodes parts as they arrive, for which it brings a second copy of what takes headers apart.
    /\/imapflow\/dist\/esm\/download\.js$/,
    `const no = ${never('decoding downloads')}; export { no as downloadMessage, no as downloadMessageParts };`,
  ],
  [
    /\/nodemailer\/dist\/esm\/mime-funcs\/mime-types\.js$/,
    `const no = ${never('table of file types')}; export { no as detectExtension, no as detectMimeType };`,
  ],
];

/** Leaves out of the bundles what reading an inbox never comes to. What is reached all the same says so. */
export const unusedMailParts: Plugin = {
  name: 'unused-mail-parts',
  setup(build) {
    for (const [filter, contents] of replacements) {
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
  },
};
