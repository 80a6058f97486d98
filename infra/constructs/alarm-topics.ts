import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';

/**
 * Receives the alarms of a stage. A page needs an engineer now; a ticket is work for the next day. Two topics instead of a word
 * in the text, because tools for calls and for tickets subscribe to a topic.
 */
export class AlarmTopics extends Construct {
  readonly page: ITopic;
  readonly ticket: ITopic;

  constructor(
    scope: Construct,
    id: string,
    { alarmTopic, alarmEmail }: Pick<StageSettings, 'alarmTopic' | 'alarmEmail'>,
  ) {
    super(scope, id);

    this.page =
      alarmTopic === undefined
        ? createTopic(this, 'Topic', alarmEmail)
        : Topic.fromTopicArn(this, 'Pages', alarmTopic.topicArn);
    this.ticket = createTopic(this, 'Tickets', alarmEmail);
  }
}

/**
 * A topic that enforces TLS has its own policy, which replaces the default one. The statement below lets CloudWatch publish;
 * without it, no alarm would be delivered.
 * https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger
 */
function createTopic(scope: Construct, id: string, email: string | undefined): ITopic {
  const topic = new Topic(scope, id, { enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowAlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));

  return topic;
}
