/*
 * Takes the place of packages that the functions' dependencies import and never call here: `absentPackages` in
 * `bundle-sources.ts`. Most parts throw `the bundle has no …` when they are called.
 */

/**
 * `ajv` and `ajv-formats`: the server for agents sends no requests, so it validates no responses to them.
 * `pino`, a function: IMAP clients get no logger. `iconv-lite` and `encoding-japanese`: names of charsets are only mentioned,
 * because `lib/mail` decodes messages.
 */
const loggerAndCharsets = Object.assign(missing('logger'), {
  getCodec: (name: string) => ({ name }),
  encodingExists: () => false,
  encode: missing('tables of charsets'),
  decode: missing('tables of charsets'),
  getDecoder: missing('tables of charsets'),
});

export { loggerAndCharsets as default };

/** `socks`: no server is reached through a proxy. */
export const SocksClient = { createConnection: missing('proxies') };

/** `@aws-sdk/endpoint-cache`: endpoint discovery is off. */
export class EndpointCache {}

/** `@smithy/core/event-streams`: no operation in use returns a stream of events. The S3 client configures them. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const eventStreamSerdeProvider = missing('streams of events');

function missing(what: string): () => never {
  return () => {
    throw new Error(`the bundle has no ${what}`);
  };
}
