import { type Stack, Validations } from 'aws-cdk-lib';
import { type IVpc, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';

/** The security group of all functions of a stack in a VPC. It permits no connections to them. */
export function outboundGroup(stack: Stack, vpc: IVpc): SecurityGroup {
  const existing = stack.node.tryFindChild('Outbound');
  if (existing instanceof SecurityGroup) return existing;

  return new SecurityGroup(stack, 'Outbound', {
    vpc,
    description: 'Functions that connect to external servers',
    allowAllOutbound: true,
  });
}

/**
 * Lets Lambda attach a function to a VPC, with the function's role. The function's code cannot use these permissions.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-best-practice
 */
export function attachmentStatements(functionArn: string): PolicyStatement[] {
  const attachment = {
    actions: [
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
    ],
    resources: ['*'],
  };

  return [
    new PolicyStatement(attachment),
    new PolicyStatement({
      ...attachment,
      effect: Effect.DENY,
      conditions: { ArnEquals: { 'lambda:SourceFunctionArn': functionArn } },
    }),
  ];
}

export function acknowledgeAttachment(role: Role): void {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'The interfaces have no names before Lambda creates them, and the code of the function is denied these actions.',
  });
}
