import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { type IVpc, Vpc } from 'aws-cdk-lib/aws-ec2';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routedEndpoints, workers } from '#lib/operations.ts';
import { findingsIn } from './findings.ts';
import { createApp, operationOf, type Resource, render, resourcesOf, settingsOf } from './synthesised.ts';

const settings = settingsOf('prod', { fixedAddress: true });
const assembly = createApp('prod', settings).synth();
const [network, api, service] = ['network', 'api', 'workers'].map((name) =>
  Template.fromJSON(assembly.getStackByName(`outreach-prod-${name}`).template),
) as [Template, Template, Template];
const functions = resourcesOf([api, service], 'AWS::Lambda::Function');
const isInside = ({ properties }: Resource) => properties['VpcConfig'] !== undefined;

it('Exactly the functions that connect to external servers are in the VPC, in its private subnets', () => {
  const outbound = [...routedEndpoints, ...workers]
    .filter(({ definition }) => definition.needs.some((need) => need === 'network:outbound'))
    .map(({ name }) => name);
  const inside = functions.filter(isInside);
  const Config = z.object({ SubnetIds: z.array(z.unknown()), SecurityGroupIds: z.array(z.unknown()) });
  const subnets = inside.flatMap(({ properties }) =>
    z.parse(Config, properties['VpcConfig']).SubnetIds.map(render),
  );

  expect(inside.map(operationOf).toSorted()).toEqual(outbound.toSorted());
  expect(new Set(subnets).size).toBe(2);
  for (const subnet of subnets) expect(subnet).toMatch(/^<outreach-prod-network:.*VpcPrivateSubnet\dSubnet/);
  expect(resourcesOf([api, service], 'AWS::EC2::SecurityGroup')).toHaveLength(2);
});

it('All connections have one fixed address, which is an output; the table is reached without the NAT gateway', () => {
  const counts = ['EIP', 'NatGateway', 'Subnet', 'VPCEndpoint'].map(
    (type) => resourcesOf(network, `AWS::EC2::${type}`).length,
  );
  const [address] = resourcesOf(network, 'AWS::EC2::EIP');

  expect(counts).toEqual([1, 1, 4, 1]);
  expect(network.findOutputs('FixedAddress')).toMatchObject({
    FixedAddress: { Value: { 'Fn::GetAtt': [address?.logicalId, 'PublicIp'] } },
  });
});

it('Only roles of functions in the VPC may attach network interfaces, and the code of these functions may not', () => {
  const Statement = z.object({ Effect: z.string(), Action: z.unknown(), Condition: z.optional(z.unknown()) });
  const Policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }));
  const statements = resourcesOf([api, service], 'AWS::IAM::Role')
    .flatMap(({ properties }) => Policies.safeParse(properties['Policies']).data ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => JSON.stringify(Action).includes('ec2:CreateNetworkInterface'));
  const inside = functions.filter(isInside).length;

  expect(statements.filter(({ Effect }) => Effect === 'Allow')).toHaveLength(inside);
  expect(
    statements.filter(({ Effect, Condition }) => Effect === 'Deny' && Condition !== undefined),
  ).toHaveLength(inside);
});

it('A VPC of the caller replaces the one of the stage', () => {
  const app = createApp('prod', { ...settings, vpc: vpcOfPlatform() });

  expect(app.synth().stacksRecursively.map(({ stackName }) => stackName)).not.toContain(
    'outreach-prod-network',
  );
});

it('By default no function is in a VPC', () => {
  const stacks = createApp('dev')
    .synth()
    .stacks.map(({ template }) => Template.fromJSON(template));

  expect(resourcesOf(stacks, 'AWS::Lambda::Function').filter(isInside)).toEqual([]);
});

it('AwsSolutions has no findings in a stage with a fixed address except those acknowledged with a reason', () => {
  expect(findingsIn(createApp('prod', settings))).toEqual([]);
});

/** A VPC that another stack has. */
function vpcOfPlatform(): IVpc {
  return Vpc.fromVpcAttributes(new Stack(new App(), 'Platform'), 'Vpc', {
    vpcId: 'vpc-0a1b',
    availabilityZones: ['eu-central-1a', 'eu-central-1b'],
    privateSubnetIds: ['subnet-0a', 'subnet-0b'],
    privateSubnetRouteTableIds: ['rtb-0a', 'rtb-0b'],
  });
}
