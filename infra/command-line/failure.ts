import * as z from 'zod/mini';
import { describeIssues } from '#lib/http/issues.ts';
import { invalid, Problem } from '#lib/values/problem.ts';
import { UserError } from './user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One line with the error and the remedy. With `DEBUG` set, an unexpected error has its stack trace. */
export function describeFailure(error: unknown, environment: Environment): string {
  if (error instanceof Problem || error instanceof UserError) return error.message;
  if (error instanceof z.core.$ZodError) return invalid(describeIssues(error.issues)).message;
  if (!(error instanceof Error)) return String(error);

  return (
    describeAwsFailure(error, environment) ??
    `Unexpected error: ${environment['DEBUG'] === undefined ? error.message || error.name : error.stack}`
  );
}

/** Undefined for an error that has no specific description. */
function describeAwsFailure(error: Error, environment: Environment): string | undefined {
  const table = environment['TABLE_NAME'] ?? '';
  const region = environment['AWS_REGION'] ?? 'no region (AWS_REGION is not set)';
  if (error.message === 'Region is missing') return 'Set AWS_REGION to the region of the table.';
  switch (error.name) {
    case 'ResourceNotFoundException':
      return `The table "${table}" does not exist in ${region}. Check TABLE_NAME and AWS_REGION.`;
    case 'ValidationException':
      return `The table "${table}" rejected the request: ${error.message} Check that TABLE_NAME is the table of the service.`;
    case 'CredentialsProviderError':
      return `No AWS credentials were found: ${error.message}`;
    case 'AccessDeniedException':
    case 'ExpiredTokenException':
    case 'UnrecognizedClientException':
      return `AWS rejected the credentials: ${error.message}`;
    default:
      return isUnreachable(error)
        ? `Cannot reach the table "${table}" in ${region}: ${error.message || error.name}. Check AWS_REGION and the network.`
        : undefined;
  }
}

const networkErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'];

function isUnreachable(error: Error): boolean {
  return 'code' in error && networkErrorCodes.includes(String(error.code));
}
