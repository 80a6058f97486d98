import { fallback, routedEndpoints } from '#lib/operations.ts';

export function isEndpoint(operation: string): boolean {
  return [...routedEndpoints, fallback].some(({ name }) => name === operation);
}

/**
 * Number of built-in modules that may be loaded before a function is ready. Mail servers need TLS and MIME.
 */
export function builtInsMaxOf(operation: string): number {
  const mailing = [
    'campaigns.preview',
    'campaigns.test',
    'connect.finish',
    'connect.smtp',
    'emails.send',
    'inbox.sync',
  ];

  return mailing.includes(operation) ? 67 : 52;
}

/** Modules that no function needs, and that were once bundled by careless imports. */
export const forbiddenInputs: readonly RegExp[] = [
  /zod\/v4\/(locales|classic)\//,
  /@aws-sdk\/credential-provider-(ini|sso|process|login|web-identity)\//,
  /@aws-sdk\/nested-clients\//,
  /^(test|infra\/(?!bundle\/))/,
];

/** A function's module contains only its own handler. */
export function isForeignFunction(operation: string, input: string): boolean {
  const [domain, verb] = operation.split('.');

  return input.startsWith('functions/') && input !== `functions/${domain}/${verb}.ts`;
}
