/*
 * Takes the place of packages that the functions' dependencies import and never call here: `absentPackages` in
 * `bundle-sources.ts`. A call of most parts throws an error with their name.
 */

/** `iconv-lite`, `encoding-japanese` and `pino`. Names of charsets are only mentioned: `lib/mail` decodes messages. */
const charsets = {
  getCodec: (name: string) => ({ name }),
  encodingExists: () => false,
  encode: missing('tables of charsets'),
  decode: missing('tables of charsets'),
  getDecoder: missing('tables of charsets'),
};

export { charsets as default };

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
