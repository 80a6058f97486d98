import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { referenceDocuments } from '../../infra/reference/documents.ts';
import { resourcesOf, settingsOf, synthesiseStage } from './synthesised.ts';

const trackingDomainTarget = 'links.example.com';
const { api } = synthesiseStage('prod', settingsOf('prod', { trackingDomainTarget }));

/** Runs the function of the template. */
function forward(uri: string) {
  const [edgeFunction] = resourcesOf(api, 'AWS::CloudFront::Function');
  const headers = { host: { value: 'links.acme.com' }, 'x-forwarded-host': { value: 'chosen.example' } };

  return runInNewContext(`${edgeFunction?.properties['FunctionCode']}; handler(event)`, {
    event: { request: { method: 'GET', uri, headers } },
  });
}

it('The proxy of tracking domains is a distribution for tenants in front of the gateway, without a cache', () => {
  const [distribution] = resourcesOf(api, 'AWS::CloudFront::Distribution');

  expect(distribution?.properties['DistributionConfig']).toMatchObject({
    ConnectionMode: 'tenant-only',
    Origins: [{ OriginPath: '/prod', CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } }],
    DefaultCacheBehavior: {
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'POST']),
    },
  });
});

it('The proxy passes the host of a visitor on, also if the visitor sends another one', () => {
  for (const uri of ['/t/o/token', '/t/c/token', '/u/token'])
    expect(forward(uri)).toMatchObject({ uri, headers: { 'x-forwarded-host': { value: 'links.acme.com' } } });
});

it.each(['/', '/dashboard/', '/openapi.json', '/campaigns', '/users', '/t', '/x/t/o'])(
  'The proxy does not serve %s',
  (uri) => {
    expect(forward(uri)).toMatchObject({ statusCode: 404 });
  },
);

it('A stage without the setting has no proxy', () => {
  expect(resourcesOf(synthesiseStage('prod').api, 'AWS::CloudFront::Distribution')).toEqual([]);
});

it('GET / names the target of CNAME records', () => {
  const documents = referenceDocuments({ address: '', basePath: '', trackingDomainTarget }, '');

  expect(JSON.parse(documents['service.json'] ?? '')).toMatchObject({ trackingDomainTarget });
});
