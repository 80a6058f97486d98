import { CfnOutput, Fn, Stack, Validations } from 'aws-cdk-lib';
import { CfnEIP, GatewayVpcEndpointAwsService, type IVpc, NatProvider, Vpc } from 'aws-cdk-lib/aws-ec2';

/**
 * A VPC in which all connections to the internet have one fixed address. A separate stack, because a stage that no longer uses the
 * VPC could not delete it: CloudFormation keeps values that other stacks import.
 */
export class NetworkStack extends Stack {
  /** Private subnets in two zones. One NAT gateway, because two would have two addresses. */
  readonly vpc = this.createVpc();

  /** CDK would look up the zones of a stated account, and synthesis uses no network. */
  override get availabilityZones(): string[] {
    return [0, 1].map((zone) => Fn.select(zone, Fn.getAzs()));
  }

  private createVpc(): IVpc {
    const address = new CfnEIP(this, 'Address', { domain: 'vpc' });
    const vpc = new Vpc(this, 'Vpc', {
      availabilityZones: this.availabilityZones,
      natGateways: 1,
      natGatewayProvider: NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
      // Without charges for data, unlike the NAT gateway.
      gatewayEndpoints: { Table: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
      // No resource uses the default security group. CDK would change it with an additional function.
      restrictDefaultSecurityGroup: false,
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'The VPC accepts no connections. The functions log the connections that they open.',
    });
    new CfnOutput(this, 'FixedAddress', {
      value: address.attrPublicIp,
      description: 'Address of all connections to mail servers and webhook endpoints',
    });

    // `Vpc` declares a property as optional that `IVpc` requires.
    return vpc as IVpc;
  }
}
