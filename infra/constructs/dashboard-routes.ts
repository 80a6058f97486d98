import { securityHeaders } from '#lib/http/exchange.ts';
import { referencePolicy } from '../reference/policy.ts';
import { type ErrorResponse, errorBody, notFound, quote, uncountedHeaders } from './gateway-responses.ts';

/** What the gateway needs to read the files of the dashboard and of the API reference. */
export interface DashboardBucket {
  /** URI that reads the bucket, without a key: `arn:…:s3:path/<bucket>`. */
  readonly integrationUri: string;
  /** Role that API Gateway assumes to read the bucket. */
  readonly roleArn: string;
}

/** The application loads nothing from other hosts and runs no inline script or style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  ...securityHeaders,
  ...uncountedHeaders,
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Names of assets contain a hash of their content. */
const assetCaching = 'public, max-age=31536000, immutable';
/** Files that keep their names. */
const iconCaching = 'public, max-age=86400';
/** A page names the assets of the current deployment, so browsers ask for it each time. */
const pageCaching = 'no-cache';

const notAvailable: ErrorResponse = {
  statusCode: '500',
  code: 'INTERNAL_ERROR',
  message: 'The page cannot be read at the moment.',
};

/**
 * Routes of the dashboard: its icon, the files below `/dashboard/assets/`, and the same document at every other path, because the
 * application routes in the browser. A REST API ignores trailing slashes, so `/dashboard` and `/dashboard/` are one
 * route. A literal path such as `/dashboard/stats` takes precedence.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/integrating-api-with-aws-services-s3.html
 */
export function dashboardPaths(bucket: DashboardBucket) {
  const page = { ...bucket, key: 'index.html', cacheControl: pageCaching };

  return {
    '/dashboard': describePath(page),
    '/dashboard/{proxy+}': describePath(page),
    '/dashboard/favicon.svg': describePath({ ...bucket, key: 'favicon.svg', cacheControl: iconCaching }),
    '/dashboard/assets/{file}': describePath({
      ...bucket,
      key: 'assets/{file}',
      cacheControl: assetCaching,
    }),
  };
}

/**
 * Routes of the API reference: its page, its chapters in Markdown, its documents, and the links to them. The script of the page is
 * an asset of the dashboard. A document or a chapter may be five minutes old.
 */
export function referencePaths(bucket: DashboardBucket) {
  // The gateway compresses them for callers that accept it.
  const varied = { Vary: 'Accept-Encoding' };
  const json = { ...securityHeaders, 'Content-Type': 'application/json' };
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': referencePolicy };
  const document = { ...bucket, cacheControl: 'public, max-age=300', headers: { ...json, ...varied } };
  const markdown = { ...securityHeaders, ...varied, 'Content-Type': 'text/markdown; charset=utf-8' };

  return {
    '/': describePath({ ...bucket, key: 'service.json', cacheControl: pageCaching, headers: json }),
    '/openapi.json': describePath({ ...document, key: 'openapi.json' }),
    '/openapi.client.json': describePath({ ...document, key: 'openapi.client.json' }),
    '/docs': describePath({ ...bucket, key: 'docs.html', cacheControl: pageCaching, headers: html }),
    '/docs/{file}': describePath({ ...document, key: 'docs/{file}', headers: markdown }),
    '/llms.txt': describePath({ ...document, key: 'llms.txt', headers: markdown }),
  };
}

interface ObjectRoute extends DashboardBucket {
  /** Key of the object, with the parameters of the path. */
  readonly key: string;
  readonly cacheControl: string;
  /** They replace the headers of the dashboard. */
  readonly headers?: Readonly<Record<string, string>>;
}

function describePath(route: ObjectRoute) {
  return { get: describeMethod(route, 'GET'), head: describeMethod(route, 'HEAD') };
}

function describeMethod(route: ObjectRoute, httpMethod: 'GET' | 'HEAD') {
  const { integrationUri, roleArn, key } = route;
  const parameters = [...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

  return {
    parameters: [
      ...parameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: Object.fromEntries(['200', '304', '404', '500'].map((status) => [status, methodResponse])),
    'x-amazon-apigateway-integration': {
      type: 'aws',
      httpMethod,
      uri: `${integrationUri}/${key}`,
      credentials: roleArn,
      requestParameters: {
        ...Object.fromEntries(
          parameters.map((name) => [`integration.request.path.${name}`, `method.request.path.${name}`]),
        ),
        'integration.request.header.If-None-Match': 'method.request.header.If-None-Match',
      },
      responses: {
        default: { statusCode: '200', responseParameters: fileHeaders(route) },
        // The caller has the present file.
        '304': { statusCode: '304', responseParameters: fileHeaders(route) },
        // Without permission to list the bucket, S3 responds to an unknown key with status 403.
        '4\\d{2}': describeFailure(notFound),
        '5\\d{2}': describeFailure(notAvailable),
      },
    },
  };
}

/** Response headers with the values that S3 stores for the file. The files of the dashboard are compressed. */
const storedHeaders = ['Content-Type', 'Content-Encoding', 'ETag'];

const methodResponse = {
  description: 'A file of the dashboard, or an error',
  headers: Object.fromEntries(
    [...Object.keys(headers), 'Vary', ...storedHeaders].map((name) => [name, { schema: { type: 'string' } }]),
  ),
};

function fileHeaders({ cacheControl, headers: ownHeaders }: ObjectRoute): Record<string, string> {
  return {
    ...Object.fromEntries(
      storedHeaders.map((name) => [`method.response.header.${name}`, `integration.response.header.${name}`]),
    ),
    ...staticHeaders({ ...headers, ...ownHeaders, 'Cache-Control': cacheControl }),
  };
}

/** S3 responds with XML, which is replaced. Only text can be replaced; files stay bytes. */
function describeFailure(response: ErrorResponse) {
  const body = errorBody(response);

  return {
    statusCode: response.statusCode,
    contentHandling: 'CONVERT_TO_TEXT',
    responseParameters: staticHeaders({ ...headers, 'Content-Type': 'application/json' }),
    responseTemplates: { 'application/xml': body, 'application/json': body },
  };
}

function staticHeaders(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`method.response.header.${name}`, quote(value)]),
  );
}
