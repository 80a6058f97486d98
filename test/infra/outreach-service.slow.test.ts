import { App, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { OutreachService, type OutreachServiceProps } from '../../infra/outreach-service.ts';
import { createApp, resourcesOf, settingsOf } from './synthesised.ts';

const place = 'eu-central-1:111122223333';
const table = {
  tableArn: `arn:aws:dynamodb:${place}:table/outreach`,
  tableStreamArn: `arn:aws:dynamodb:${place}:table/outreach/stream/2026-05-04T03:02:01.000`,
};
const keys = {
  secrets: { keyArn: `arn:aws:kms:${place}:key/mrk-0a1b` },
  signing: { keyArn: `arn:aws:kms:${place}:key/mrk-2c3d` },
};

it.each<[OutreachServiceProps, string]>([
  [{ stage: 'Prod', removal: 'destroy' }, 'must be a name of at most 14 lower-case letters'],
  [{ stage: 'local', removal: 'destroy' }, 'without the words data, api, workers, network and local'],
  [{ stage: 'live' }, 'The stage live needs a domain with a certificate, or linksBaseUrl'],
])('%o is refused', (props, message) => {
  expect(() => new OutreachService(new App(), 'Outreach', props)).toThrow(message);
});

it.each([
  ['a table', { table }, [1, 2]],
  ['keys', { keys }, [1, 0]],
  ['a table and keys', { table, keys }, [0, 0]],
] as const)('With %s, the stage creates the others', (_, given, counts) => {
  const { template } = createApp('dev', { ...settingsOf('dev'), ...given })
    .synth()
    .getStackByName('outreach-dev-data');
  const created = ['AWS::DynamoDB::Table', 'AWS::KMS::Key'].map(
    (type) => resourcesOf(Template.fromJSON(template), type).length,
  );

  expect(created).toEqual(counts);
});

it('A tag on the construct is on the resources of all stacks', () => {
  const app = createApp('dev');
  Tags.of(app.node.findChild('outreach-dev')).add('cost-center', 'sales');

  for (const { template } of app.synth().stacks) {
    expect(JSON.stringify(template)).toContain('{"Key":"cost-center","Value":"sales"}');
  }
});
