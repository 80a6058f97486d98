import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findingsIn } from './findings.ts';
import { definitionIn } from './gateway-routes.ts';
import { createApp, render, resourcesOf } from './synthesised.ts';

const folder = mkdtempSync(join(tmpdir(), 'dashboard-site-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), 'page');
writeFileSync(join(folder, 'assets/index-a1.js'), 'script');

const app = createApp('prod', undefined, undefined, { siteFolder: folder });
const assembly = app.synth();
const api = Template.fromJSON(assembly.getStackByName('outreach-prod-api').template);

it('The bucket is private and encrypted, and refuses connections without TLS', () => {
  api.hasResourceProperties('AWS::S3::Bucket', {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  api.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Deny',
          Action: 's3:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ]),
    },
  });
});

it('The gateway reads only objects of this bucket', () => {
  const [role] = resourcesOf(api, 'AWS::IAM::Role').filter(({ logicalId }) =>
    logicalId.startsWith('DashboardReader'),
  );
  const Statement = z.object({ Action: z.string(), Resource: z.array(z.unknown()) });
  const Policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }));
  const statements = z
    .parse(Policies, role?.properties['Policies'])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

  expect(statements.map(({ Action, Resource }) => `${Action} ${Resource.map(render).join(' ')}`)).toEqual([
    's3:GetObject <DashboardFiles.Arn>/index.html <DashboardFiles.Arn>/favicon.svg <DashboardFiles.Arn>/assets/* <DashboardFiles.Arn>/service.json <DashboardFiles.Arn>/openapi.json <DashboardFiles.Arn>/openapi.client.json <DashboardFiles.Arn>/docs.html <DashboardFiles.Arn>/llms.txt <DashboardFiles.Arn>/docs/*',
  ]);
});

it('The dashboard and the API reference have routes for their documents and assets, and none replaces a route of the API', () => {
  const { paths } = definitionIn(api);
  const uris = Object.entries(paths)
    .filter(([path]) => /^\/(?:dashboard.*|docs|docs\/.*|llms\.txt|openapi(?:\.client)?\.json)?$/.test(path))
    .flatMap(([path, item]) =>
      methodsIn(item).map(([method, operation]) => {
        const uri = render(operation['x-amazon-apigateway-integration'].uri);

        return `${method} ${path} ${/:(?:s3:path\/<DashboardFiles>|function:)(.*)$/.exec(uri)?.[1]}`;
      }),
    );

  expect(uris.toSorted()).toEqual([
    'get / /service.json',
    'get /dashboard /index.html',
    'get /dashboard/assets/{file} /assets/{file}',
    'get /dashboard/favicon.svg /favicon.svg',
    'get /dashboard/stats outreach-prod-api-dashboard-stats/invocations',
    'get /dashboard/{proxy+} /index.html',
    'get /docs /docs.html',
    'get /docs/{file} /docs/{file}',
    'get /llms.txt /llms.txt',
    'get /openapi.client.json /openapi.client.json',
    'get /openapi.json /openapi.json',
    'head / /service.json',
    'head /dashboard /index.html',
    'head /dashboard/assets/{file} /assets/{file}',
    'head /dashboard/favicon.svg /favicon.svg',
    'head /dashboard/stats outreach-prod-api-dashboard-stats/invocations',
    'head /dashboard/{proxy+} /index.html',
    'head /docs /docs.html',
    'head /docs/{file} /docs/{file}',
    'head /llms.txt /llms.txt',
    'head /openapi.client.json /openapi.client.json',
    'head /openapi.json /openapi.json',
  ]);
});

it('Every header that a dashboard route sets is declared in its method response', () => {
  const Route = z.object({
    responses: z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()) })),
    'x-amazon-apigateway-integration': z.object({
      responses: z.record(
        z.string(),
        z.object({ statusCode: z.string(), responseParameters: z.record(z.string(), z.string()) }),
      ),
    }),
  });
  const paths = Object.entries(definitionIn(api).paths).filter(([path]) =>
    /^\/(?:dashboard|dashboard\/(?:assets|favicon|\{proxy).*|docs|openapi(?:\.client)?\.json)?$/.test(path),
  );
  const undeclared = paths
    .flatMap(([, item]) => methodsIn(item).map(([, operation]) => z.parse(Route, operation)))
    .flatMap(({ responses, 'x-amazon-apigateway-integration': integration }) =>
      Object.values(integration.responses).flatMap(({ statusCode, responseParameters }) =>
        Object.keys(responseParameters).filter(
          (name) => !(name.replace('method.response.header.', '') in (responses[statusCode]?.headers ?? {})),
        ),
      ),
    );

  expect(paths.length).toBe(8);
  expect(undeclared).toEqual([]);
});

/** The operations of a path without its route for all other methods. */
function methodsIn<Operation>(item: Readonly<Record<string, Operation>>): [string, Operation][] {
  return Object.entries(item).filter(([method]) => !method.startsWith('x-'));
}

it('Files are uploaded, the assets before the pages that name them; earlier assets stay', () => {
  const deployments = Object.entries(api.findResources('Custom::CDKBucketDeployment'));
  const [assets, page, reference] = deployments;

  expect(deployments.map(([id]) => id.replace(/CustomResource.*$/, ''))).toEqual([
    'DashboardUploadAssets',
    'DashboardUploadPage',
    'DashboardUploadReference',
  ]);
  expect(page?.[1]['DependsOn']).toContain(assets?.[0]);
  for (const [, { Properties }] of deployments) {
    expect(Properties).toMatchObject({ Prune: false, RetainOnDelete: true });
  }
  for (const deployment of [assets, page]) {
    expect(deployment?.[1]['Properties']).toMatchObject({ SystemMetadata: { 'content-encoding': 'gzip' } });
  }
  expect(reference?.[1]['DependsOn']).toContain(assets?.[0]);
  expect(reference?.[1]['Properties']).not.toHaveProperty('SystemMetadata');
});

// CloudFormation does not delete a bucket with files.
it('The bucket is empty if the creation of the stack fails before the gateway is deployed', () => {
  const [stage = ''] = Object.keys(api.findResources('AWS::ApiGateway::Stage'));
  const deployments = Object.values(api.findResources('Custom::CDKBucketDeployment'));

  for (const { DependsOn } of deployments) expect(DependsOn).toContain(stage);
});

it('AwsSolutions has no findings in a stage with the files except those acknowledged with a reason', () => {
  // Not yet synthesised: synthesis replaces references between stacks, which the acknowledgements name.
  expect(findingsIn(createApp('prod', undefined, undefined, { siteFolder: folder }))).toEqual([]);
});
