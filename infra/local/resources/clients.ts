import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { withoutSdkLog } from '#lib/runtime/aws-client.ts';
import type { Credentials, Endpoints } from '../lambda/function-environment.ts';

/** SDK clients of the stack itself. */
export interface Clients {
  readonly dynamodb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
  readonly scheduler: SchedulerClient;
  readonly s3: S3Client;
  close(): void;
}

export function createClients(
  region: string,
  endpoints: Endpoints & { readonly streams: string },
  credentials: Credentials,
): Clients {
  // The stack's clock may be ahead of the engines' clocks: see `clockVariables`.
  const common = { region, credentials, disableClockSkewCorrection: true };
  const dynamodb = withoutSdkLog(new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb }));
  const streams = withoutSdkLog(new DynamoDBStreamsClient({ ...common, endpoint: endpoints.streams }));
  const sqs = withoutSdkLog(new SQSClient({ ...common, endpoint: endpoints.sqs }));
  const scheduler = new SchedulerClient({ ...common, endpoint: endpoints.scheduler });
  const s3 = new S3Client({ ...common, endpoint: endpoints.s3 });

  return {
    dynamodb,
    streams,
    sqs,
    scheduler,
    s3,
    close: () => {
      for (const client of [dynamodb, streams, sqs, scheduler, s3]) client.destroy();
    },
  };
}
