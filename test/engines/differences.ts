import type { EngineName } from './engine.ts';

/** Two engines answered the same request differently. */
export interface Difference {
  readonly engine: EngineName;
  readonly asked: string;
  /** What this engine answered, and what the local engine answered. */
  readonly answered: string;
  readonly localAnswered: string;
  readonly right: 'this engine' | 'the local engine' | 'both' | 'AWS alone' | 'not known';
  /** What AWS's documentation says. */
  readonly because: string;
  readonly documentation: `https://docs.aws.amazon.com/${string}`;
  /** What was changed for it in the project. */
  readonly done: string;
  /** Tests that this engine does not run, because its answer is wrong or missing. */
  readonly excludes?: readonly Exclusion[];
}

interface Exclusion {
  readonly file: string;
  readonly test: string;
}

/** Every difference that was found. DIFFERENCES.md is made from it: `npm run test:engines -- --write`. */
export const differences: readonly Difference[] = [
  {
    engine: 'dynamodb-local',
    asked: 'A request with an access key id that contains a dot',
    answered: 'Access key ids hold letters and digits only.',
    localAnswered:
      'It accepts any text. The local stack signs with the name of the operation, such as `contacts.get`.',
    right: 'this engine',
    because: 'An access key id matches [\\w]*, so it has no dot.',
    documentation: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html',
    done: 'The command gives the local stack credentials of letters. Names of operations are used only with the local engines.',
  },
  {
    engine: 'dynamodb-local',
    asked: 'BatchGetItem of 60 contacts',
    answered: 'The items in another order than their keys.',
    localAnswered: 'The items in the order of their keys.',
    right: 'both',
    because: 'DynamoDB does not return items in any particular order.',
    documentation: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html',
    done:
      'A campaign enrolled its contacts in this order, so it differed from the order of the request. `readContacts` now returns ' +
      'contacts in the order of their ids.',
  },
  {
    engine: 'elasticmq',
    asked: 'ReceiveMessage after SendMessageBatch of three messages',
    answered: 'The messages in another order than they were sent, in one of several runs.',
    localAnswered: 'The messages in the order in which they were sent.',
    right: 'both',
    because: 'Messages of a standard queue may arrive out of order.',
    documentation:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues.html',
    done: 'A test expected this order. `takeMessages`, with which tests receive messages, now sorts them.',
  },
  {
    engine: 'moto',
    asked: 'Several concurrent transactions on one table',
    answered:
      'Not isolated: it copies the table before a transaction, and restores the copy when a condition fails. Writes in between are lost.',
    localAnswered: 'Each transaction is isolated.',
    right: 'the local engine',
    because: 'Transactions are serializable with each other and with single writes.',
    documentation: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html',
    done: '`moto-server.py` lets moto answer one request to DynamoDB at a time. Its test files run one after another, so that a slow query of one does not outlast the time-outs of another.',
  },
  {
    engine: 'moto',
    asked: '1,200 queries of an index in one test',
    answered: 'It does not finish within the 60 s of a test: a Query of an index reads the whole table.',
    localAnswered: 'The right items, within the time of the test.',
    right: 'the local engine',
    because: 'A Query reads the items of one partition key.',
    documentation: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html',
    done: 'Nothing. By default, moto does not run test/storage/page.slow.test.ts either, which did not finish within 4 minutes.',
    excludes: [
      {
        file: 'test/storage/table.slow.test.ts',
        test: 'lists the work of every workspace, even if much older work of one workspace is due',
      },
    ],
  },
  {
    engine: 'moto',
    asked: 'GenerateDataKey or GenerateMac with a key that was not created',
    answered: 'NotFoundException.',
    localAnswered: 'It derives a key from any id.',
    right: 'this engine',
    because: 'The key must exist.',
    documentation: 'https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateDataKey.html',
    done: 'The local stack takes the ids of keys from the template, and KMS chooses ids itself. So `moto-server.py` creates a key when it is first named.',
  },
  {
    engine: 'moto',
    asked: 'GenerateMac',
    answered: '`KeyId` is the id of the key.',
    localAnswered: '`KeyId` is the ARN of the key.',
    right: 'both',
    because: 'The documentation says «the HMAC KMS key used», and not in which form.',
    documentation: 'https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateMac.html',
    done: 'Nothing: the service does not read it.',
  },
  {
    engine: 'moto',
    asked: 'CreateChangeSet with a TemplateURL at 127.0.0.1, as `cdk deploy` sends it',
    answered:
      'The specified bucket does not exist. It takes the first part of the host for the bucket unless the URL has `localhost`.',
    localAnswered: 'There is no local CloudFormation.',
    right: 'AWS alone',
    because: 'The URL is one of S3 in AWS, so the question does not arise there.',
    documentation:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_CreateChangeSet.html',
    done: 'The deployment sets AWS_ENDPOINT_URL_S3_FOR_CLOUDFORMATION, which the CDK command uses for these URLs.',
  },
  {
    engine: 'moto',
    asked: 'ExecuteChangeSet for a new stack, as `cdk deploy` does by default',
    answered:
      'It creates the API’s deployment before its methods (BadRequestException), and registers no exports for later stacks.',
    localAnswered: 'There is no local CloudFormation.',
    right: 'AWS alone',
    because: 'AWS follows DependsOn. CreateStack of moto does so, too, and registers exports.',
    documentation:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-dependson.html',
    done: 'The deployment uses `--method direct`, which calls CreateStack with the same templates.',
  },
  {
    engine: 'moto',
    asked: 'CreateStack with Fn::GetAtt of an AWS::Scheduler::ScheduleGroup',
    answered: 'Template error: instance of Fn::GetAtt references undefined resource.',
    localAnswered: 'There is no local CloudFormation.',
    right: 'AWS alone',
    because: 'AWS has the type, with the attribute Arn. moto has it in its API of the scheduler only.',
    documentation:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-scheduler-schedulegroup.html',
    done:
      '`moto-server.py` adds the type. moto skips the other types that it lacks: alarms, metric filters, schedules, queue and topic ' +
      'policies, gateway responses, API stages and event invoke settings. So the deployment says nothing about these.',
  },
  {
    engine: 'moto',
    asked: 'CreateStack with an AWS::ApiGateway::RestApi that has a Body',
    answered: 'It passes over the Body, and then refuses the deployment: the API has no methods.',
    localAnswered: 'There is no local CloudFormation; the local gateway reads the Body.',
    right: 'AWS alone',
    because: 'AWS imports the Body as PutRestApi does.',
    documentation:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-restapi.html',
    done: '`moto-server.py` imports the Body by PutRestApi of moto.',
  },
  {
    engine: 'moto',
    asked: 'DescribeKey for a key that CloudFormation created',
    answered: 'Status 500: it reads the key policy as text, but has stored an object.',
    localAnswered: 'It has no DescribeKey.',
    right: 'AWS alone',
    because: 'AWS returns the metadata of the key.',
    documentation: 'https://docs.aws.amazon.com/kms/latest/APIReference/API_DescribeKey.html',
    done: 'The check of the deployment uses ListKeys.',
  },
];

/** Why an engine does not run a test, if it does not. */
export function exclusionOf(engine: string, file: string, test: string): Difference | undefined {
  return differences.find(
    (difference) =>
      difference.engine === engine &&
      difference.excludes?.some((excluded) => excluded.file === file && excluded.test === test),
  );
}
