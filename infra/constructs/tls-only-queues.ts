import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * Every queue that was made below a scope refuses connections without TLS. One policy for all of them, as a stack may have
 * 500 resources; in a queue's policy `*` is that queue.
 */
export function refuseConnectionsInClear(scope: Construct): void {
  const queues = scope.node.findAll().filter((construct) => construct instanceof Queue);
  const { document } = new QueuePolicy(scope, 'TlsOnlyQueues', { queues });

  document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: ['*'],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
}
