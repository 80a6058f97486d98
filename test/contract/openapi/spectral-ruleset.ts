import type { RulesetDefinition } from '@stoplight/spectral-core';
import owaspRuleset from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';

// Its types describe its CommonJS build, which Node does not load.
const owasp: RulesetDefinition & { rules: Record<string, object> } = Object(owaspRuleset);
// The packages have types of different versions of the other one.
const openapi: RulesetDefinition = Object(rulesets.oas);

const rateLimitRule = Object(owasp.rules['owasp:api4:2023-rate-limit']);

/** Request schemas. Responses are limited by what the service accepted and by its page sizes. */
const inRequests = ['$.paths[*][*].parameters[*].schema', '$.paths[*][*].requestBody.content[*].schema'];

function inRequestSchemas(type: string): string[] {
  // A nullable value has a list of types.
  const isOfType = `@ && (@.type=="${type}" || @.type && @.type[0]=="${type}")`;

  return inRequests.flatMap((place) => [`${place}[?(${isOfType})]`, `${place}..[?(${isOfType})]`]);
}

/**
 * All OpenAPI rules, including rules that are not recommended, and the OWASP API Security Top 10 of 2023.
 * Each disabled rule has its reason.
 */
export const ruleset: RulesetDefinition = {
  extends: [
    [openapi, 'all'],
    [owasp, 'all'],
  ],
  rules: {
    // OpenAPI 3.1 allows either an SPDX identifier or a URL for a licence.
    'license-url': 'off',
    // The service's operator adds contact data here.
    'contact-properties': 'off',
    // Tags are in reading order.
    'openapi-tags-alphabetical': 'off',
    // Browser pages of other origins may not read responses.
    'owasp:api8:2023-define-cors-origin': 'off',
    // Names, subjects and bodies are free text: a pattern would reject valid names.
    'owasp:api4:2023-string-restricted': 'off',
    // Responses have the headers of the specification and of the IETF. The rule itself accepts only one kind.
    'owasp:api4:2023-rate-limit': {
      ...rateLimitRule,
      // biome-ignore lint/suspicious/noThenProperty: a rule has this field.
      then: {
        ...rateLimitRule.then,
        functionOptions: {
          schema: { type: 'object', required: ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'RateLimit'] },
        },
      },
    },
    // Limits protect the service, so they are required in requests only.
    'owasp:api4:2023-string-limit': {
      ...Object(owasp.rules['owasp:api4:2023-string-limit']),
      given: inRequestSchemas('string'),
    },
    'owasp:api4:2023-array-limit': {
      ...Object(owasp.rules['owasp:api4:2023-array-limit']),
      given: inRequestSchemas('array'),
    },
  },
};

/**
 * Rules about credentials. A public operation has none, and a link in an email is its own proof. A test of
 * the guards lists the public operations.
 */
export const rulesOfCredentials: readonly string[] = [
  'owasp:api2:2023-no-credentials-in-url',
  'owasp:api2:2023-read-restricted',
  'owasp:api2:2023-write-restricted',
  'owasp:api8:2023-define-error-responses-401',
];
