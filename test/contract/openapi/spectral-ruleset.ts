import type { RulesetDefinition } from '@stoplight/spectral-core';
import owaspRuleset from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';

// Its types are those of its CommonJS build, which node does not load.
const owasp: RulesetDefinition & { rules: Record<string, object> } = Object(owaspRuleset);
// The types of the one are those of an older version of the other.
const openapi: RulesetDefinition = Object(rulesets.oas);

/** What callers send. The service answers with nothing larger than what it took and what its lists are limited to. */
const inRequests = ['$.paths[*][*].parameters[*].schema', '$.paths[*][*].requestBody.content[*].schema'];

function inRequestSchemas(type: string): string[] {
  return inRequests.flatMap((place) => [
    `${place}[?(@ && @.type=="${type}")]`,
    `${place}..[?(@ && @.type=="${type}")]`,
  ]);
}

/**
 * All rules for OpenAPI, those beyond the recommended ones too, and the OWASP API Security Top 10 of 2023. What is off, is
 * off for the reason beside it.
 */
export const ruleset: RulesetDefinition = {
  extends: [
    [openapi, 'all'],
    [owasp, 'all'],
  ],
  rules: {
    // OpenAPI 3.1 allows a licence its SPDX identifier or an address, not both.
    'license-url': 'off',
    // Who runs the service puts an address of their own here.
    'contact-properties': 'off',
    // Tags are in the order in which a reader needs them.
    'openapi-tags-alphabetical': 'off',
    // No page of another origin may read a reply, so none allows one.
    'owasp:api8:2023-define-cors-origin': 'off',
    // Names, subjects and bodies of mails are free text: a pattern would refuse somebody's name.
    'owasp:api4:2023-string-restricted': 'off',
    // Limits keep callers from exhausting the service, so they are asked of what callers send.
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
 * Rules about credentials. A public operation needs none, and a link in a mail is its own proof; which are public is a list
 * that a test of the guards keeps.
 */
export const rulesOfCredentials: readonly string[] = [
  'owasp:api2:2023-no-credentials-in-url',
  'owasp:api2:2023-read-restricted',
  'owasp:api2:2023-write-restricted',
  'owasp:api8:2023-define-error-responses-401',
];
