import { join } from 'node:path';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import { cached } from './cache.ts';
import type { Engine } from './engine.ts';
import { downloadPackage, type MavenPackage } from './maven.ts';
import { startServer } from './process.ts';

const library: MavenPackage = {
  group: 'software.amazon.dynamodb',
  artifact: 'DynamoDBLocal',
  version: '3.1.0',
};

const install = () =>
  cached(`dynamodb-local-${library.version}`, (folder) => downloadPackage(library, folder));

/**
 * AWS's own DynamoDB for development.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 */
export const dynamoDbLocal: Engine = {
  name: 'dynamodb-local',
  title: `DynamoDB Local ${library.version}`,
  commands: ['java', 'mvn'],
  start: async () => {
    const folder = await install();
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
