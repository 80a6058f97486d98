import * as z from 'zod/mini';

/** A route that reads an object of a bucket. */
export interface ObjectIntegration {
  /** Key of the object, with parameters of the path: `assets/{file}`. */
  readonly key: string;
  readonly responses: readonly ObjectResponse[];
  /** The bucket receives `If-None-Match` of the request. */
  readonly isConditional: boolean;
}

interface ObjectResponse {
  /** Statuses of the bucket that this response is for. Undefined: all statuses without another response. */
  readonly pattern: RegExp | undefined;
  readonly status: number;
  /** A value in single quotes, or `integration.response.header.<name>`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces the object's content. */
  readonly body: string | undefined;
}

export const IntegrationResponses = z.record(
  z.string(),
  z.object({
    statusCode: z.coerce.number(),
    responseParameters: z._default(z.record(z.string(), z.string()), {}),
    responseTemplates: z._default(z.record(z.string(), z.string()), {}),
  }),
);

/** @returns undefined if the URI does not name an object of a bucket */
export function readObjectIntegration(
  uri: string,
  responses: z.infer<typeof IntegrationResponses>,
  requestParameters: Readonly<Record<string, string>>,
): ObjectIntegration | undefined {
  const key = /:s3:path\/[^/]+\/(.+)$/.exec(uri)?.[1];
  if (key === undefined) return undefined;

  return {
    key,
    isConditional: 'integration.request.header.If-None-Match' in requestParameters,
    responses: Object.entries(responses).map(([pattern, response]) => ({
      pattern: pattern === 'default' ? undefined : new RegExp(`^(?:${pattern})$`),
      status: response.statusCode,
      headers: headersOf(response.responseParameters),
      body: Object.values(response.responseTemplates)[0],
    })),
  };
}

function headersOf(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name.replace('method.response.header.', ''), value]),
  );
}
