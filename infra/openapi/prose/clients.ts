import { markdownTable } from '../markdown.ts';

const rows = [
  ['TypeScript', 'openapi-typescript 7.13 with openapi-fetch 0.17', 'none'],
  ['TypeScript', 'Hey API (`@hey-api/openapi-ts`) 0.99', 'none'],
  ['Python', 'openapi-python-client 0.29', 'none'],
  [
    'Go',
    'oapi-codegen 2.8',
    '`skip-prune: true`, or the events are missing; `nullable-type: true`, or no field can be set to `null`',
  ],
  [
    'Java',
    'OpenAPI Generator 7.17, `java`',
    '`--library native`, or it fails to read objects that are `null`; `containerDefaultToNull=true`, or it sends an empty list for each absent one',
  ],
  ['Rust', 'OpenAPI Generator 7.17, `rust`', 'none'],
];

/** A chapter of the document. `test/clients` runs each of the generators. */
export const clientsText = `
## Generating a client

\`/openapi.client.json\` is this document for generators of clients. It has the operations for API keys, with JSON as their only
body, and the events. It lacks the chapters, and the operations for browsers, recipients and sessions. A test generates a client with each of
these generators, compiles it, and creates, imports, lists and reads with it:

${markdownTable(['Language', 'Generator', 'Settings'], rows)}

Enums with \`x-extensible-enum\` can get values, see [Versions and deprecation](#versions-and-deprecation). A client that rejects an unknown
value then fails to read the whole response, so choose settings that accept it, such as \`enumUnknownDefaultCase: true\` of OpenAPI Generator.
`.trim();
