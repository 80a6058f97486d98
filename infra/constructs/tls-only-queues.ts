import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * Makes every queue in a scope refuse connections without TLS. All queues share one policy, because a stack
 * can have at most 500 resources. In a queue policy, `*` is the queue that the policy is attached to.
 */
export function requireTls(scope: Construct): void {
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
