import { join } from 'node:path';
import { cachedFolder } from '../../infra/local/engines/engine-cache.ts';
import { findFreePort } from '../../infra/local/engines/loopback.ts';
import { downloadPackage, type MavenPackage } from '../../infra/local/engines/maven.ts';
import type { Engine } from './engine.ts';
import { startServer } from './process.ts';

const library: MavenPackage = { group: 'org.elasticmq', artifact: 'elasticmq-server_3', version: '1.7.1' };

const install = () =>
  cachedFolder(`elasticmq-${library.version}`, (folder) => downloadPackage(library, folder));

/**
 * An in-memory SQS: https://github.com/softwaremill/elasticmq. Its limits are as strict as the limits of SQS.
 */
export const elasticMq: Engine = {
  name: 'elasticmq',
  title: `ElasticMQ ${library.version}`,
  commands: ['java', 'mvn'],
  start: async () => {
    const folder = await install();
    const port = await findFreePort('ElasticMQ');
    const endpoint = `http://127.0.0.1:${port}`;
    const { stop } = await startServer(
      'java',
      ['-Xmx1g', ...settings(port), '-cp', join(folder, '*'), 'org.elasticmq.server.Main'],
      { endpoint, folder },
    );

    return { variables: { AWS_ENDPOINT_URL_SQS: endpoint }, stop };
  },
};

function settings(port: number): string[] {
  const values = {
    'rest-sqs.bind-hostname': '127.0.0.1',
    'rest-sqs.bind-port': port,
    'rest-sqs.sqs-limits': 'strict',
    'rest-stats.enabled': false,
    // Part of the queue URLs.
    'node-address.host': '127.0.0.1',
    'node-address.port': port,
    'aws.region': 'us-east-1',
    'aws.accountId': '000000000000',
  };

  return Object.entries(values).map(([name, value]) => `-D${name}=${value}`);
}
