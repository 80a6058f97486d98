import { join } from 'node:path';
import { dynamoDbLocalPackage, fetchDynamoDbLocal } from '../../infra/local/engines/dynamodb-local.ts';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import type { Engine } from './engine.ts';
import { startServer } from './process.ts';

/**
 * AWS's own DynamoDB for development.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 */
export const dynamoDbLocal: Engine = {
  name: 'dynamodb-local',
  title: `DynamoDB Local ${dynamoDbLocalPackage.version}`,
  commands: ['java', 'mvn'],
  start: async () => {
    const folder = await fetchDynamoDbLocal();
    const port = await findFreePort('DynamoDB Local');
    const endpoint = `http://127.0.0.1:${port}`;
    const { stop } = await startServer(
      'java',
      [
        '-Xmx2g',
        `-Djava.library.path=${folder}`,
        '-cp',
        join(folder, '*'),
        'software.amazon.dynamodb.services.local.main.ServerRunner',
        ...['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)],
      ],
      { endpoint, folder },
    );

    return { variables: { AWS_ENDPOINT_URL_DYNAMODB: endpoint }, stop };
  },
};
