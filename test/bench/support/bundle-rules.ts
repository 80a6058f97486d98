import { agentEndpoint, fallback, routedEndpoints } from '#lib/operations.ts';

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

/** The full build of zod, which the SDK of the Model Context Protocol uses. */
const fullZod = /zod\/v4\/(locales|classic)\//;

/** Modules that no function needs, and that were once bundled by careless imports. */
const forbiddenInputs: readonly RegExp[] = [
  /@aws-sdk\/credential-provider-(ini|sso|process|login|web-identity)\//,
  /@aws-sdk\/nested-clients\//,
  /^(test|infra\/(?!bundle\/))/,
];

export function isForbidden(operation: string, input: string): boolean {
  if (operation === agentEndpoint.name && fullZod.test(input)) return false;

  return [...forbiddenInputs, fullZod].some((forbidden) => forbidden.test(input));
}

/** A function's module contains only its own handler. The function for agents contains the handlers of its operations. */
export function isForeignFunction(operation: string, input: string): boolean {
  if (operation === agentEndpoint.name) return false;
  const [domain, verb] = operation.split('.');

  return input.startsWith('functions/') && input !== `functions/${domain}/${verb}.ts`;
}
