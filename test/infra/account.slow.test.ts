import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApp, operationOf, resourcesOf, settingsOf, synthesiseStage, targetOf } from './synthesised.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/0a1b';
const webAclArn = 'arn:aws:wafv2:eu-central-1:111122223333:regional/webacl/outreach/0a1b';
const named = synthesiseStage('prod', settingsOf('prod', { domainName: 'api.example.com', certificateArn }));
const plain = synthesiseStage('prod');

it('With a domain and its certificate the API is served there over TLS 1.2 or later, without the stage in the path', () => {
  const [domain] = resourcesOf(named.api, 'AWS::ApiGateway::DomainName');
  const [mapping] = resourcesOf(named.api, 'AWS::ApiGateway::BasePathMapping');

  expect(domain?.properties).toMatchObject({
    DomainName: 'api.example.com',
    RegionalCertificateArn: certificateArn,
    EndpointConfiguration: { Types: ['REGIONAL'] },
    SecurityPolicy: 'TLS_1_2',
  });
  expect(targetOf(mapping?.properties['DomainName'])).toBe(domain?.logicalId);
  expect(targetOf(mapping?.properties['Stage'])).toMatch(/^GatewayApiDeploymentStageprod/);
  expect(mapping?.properties).not.toHaveProperty('BasePath');
  expect(outputOf(named.api, 'BaseUrl')).toBe('https://api.example.com');
  expect(outputOf(named.api, 'DomainTarget')).toEqual({
    'Fn::GetAtt': [domain?.logicalId, 'RegionalDomainName'],
  });
});

it('Links in emails point to the domain, unless the stage has a separate domain for links', () => {
  const own = settingsOf('prod', {
    domainName: 'api.example.com',
    certificateArn,
    linksBaseUrl: 'https://l.example',
  });

  expect(linksOf(named.workers)).toBe('https://api.example.com');
  expect(linksOf(synthesiseStage('prod', own).workers)).toBe('https://l.example');
});

it('A web ACL is attached to the gateway’s stage', () => {
  const { api } = synthesiseStage('prod', settingsOf('prod', { webAclArn }));
  const [association] = resourcesOf(api, 'AWS::WAFv2::WebACLAssociation');

  expect(association?.properties['WebACLArn']).toBe(webAclArn);
  expect(JSON.stringify(association?.properties['ResourceArn'])).toMatch(
    /"GatewayApiDeploymentStageprod\w+"/,
  );
});

it('The gateway’s limit of requests per second can be set', () => {
  const { api } = synthesiseStage('prod', settingsOf('prod', { methodRequestsPerSecond: 80 }));
  const [stage] = resourcesOf(api, 'AWS::ApiGateway::Stage');

  expect(stage?.properties['MethodSettings']).toContainEqual({
    HttpMethod: '*',
    ResourcePath: '/*',
    ThrottlingRateLimit: 80,
    ThrottlingBurstLimit: 160,
    DataTraceEnabled: false,
  });
});

it('Without them the gateway has no domain and no web ACL', () => {
  for (const type of ['ApiGateway::DomainName', 'ApiGateway::BasePathMapping', 'WAFv2::WebACLAssociation']) {
    expect(resourcesOf(plain.api, `AWS::${type}`)).toEqual([]);
  }
});

it('Every stack has tags for its service and stage, which its resources inherit', () => {
  const { stacks } = createApp('prod').synth();

  expect(stacks.map(({ tags }) => tags)).toEqual(stacks.map(() => ({ service: 'outreach', stage: 'prod' })));
});

it('A stage with an account and a region is deployed only there', () => {
  const place = { account: '111122223333', region: 'eu-central-1' };
  const environmentsOf = (settings = settingsOf('prod')) =>
    createApp('prod', settings)
      .synth()
      .stacks.map(({ environment: { account, region } }) => ({ account, region }));

  expect(environmentsOf(settingsOf('prod', place))).toEqual([place, place, place]);
  expect(environmentsOf()[0]).toEqual({ account: 'unknown-account', region: 'unknown-region' });
});

function outputOf(template: typeof plain.api, name: string): unknown {
  const Outputs = z.object({ Outputs: z.record(z.string(), z.object({ Value: z.unknown() })) });

  return z.parse(Outputs, template.toJSON()).Outputs[name]?.Value;
}

function linksOf(template: typeof plain.workers): unknown {
  const sender = resourcesOf(template, 'AWS::Lambda::Function').find(
    (it) => operationOf(it) === 'emails.send',
  );
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()) });

  return z.parse(Environment, sender?.properties['Environment']).Variables['LINKS_BASE_URL'];
}
