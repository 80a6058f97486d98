import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './cache.ts';
import { checkDeployed } from './deployed.ts';
import { accountId, startMoto } from './moto.ts';
import { run } from './process.ts';

const region = 'us-east-1';
const cdkCommand = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');
const adminCommand = join(projectRoot, 'infra', 'admin', 'main.ts');

/**
 * Deploys the stage `dev` to moto with the commands of the README, compares the result with the templates,
 * and creates a workspace.
 * @throws at the first step that fails
 */
export async function testDeployment(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-deployment-'));
  const moto = await startMoto();
  try {
    // By default, moto runs functions in Docker.
    await fetch(`${moto.endpoint}/moto-api/config`, {
      method: 'POST',
      body: '{"lambda": {"use_docker": false}}',
    });
    await deploy(folder, moto.endpoint);

    return true;
  } finally {
    await moto.stop();
    await rm(folder, { recursive: true });
  }
}

async function deploy(folder: string, endpoint: string): Promise<void> {
  const assembly = join(folder, 'assembly');
  const outputs = join(folder, 'outputs.json');
  const variables = {
    AWS_ENDPOINT_URL: endpoint,
    // CloudFormation reads the templates from here. moto reads bucket and key from a URL's path only if its
    // host is `localhost`.
    AWS_ENDPOINT_URL_S3_FOR_CLOUDFORMATION: endpoint.replace('127.0.0.1', 'localhost'),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: region,
  };
  const command = async (...words: string[]) => {
    process.stdout.write(`  ${words.slice(1).join(' ')}\n`);

    return run(process.execPath, words, { folder: projectRoot, variables });
  };
  const deployAll = () =>
    command(
      cdkCommand,
      ...['deploy', '--all', '--require-approval', 'never'],
      // moto ignores exports and DependsOn in change sets. It creates stacks correctly.
      ...['--method', 'direct'],
      ...['--output', assembly, '--outputs-file', outputs],
    );

  await command(cdkCommand, 'bootstrap', `aws://${accountId}/${region}`, '--output', assembly);
  await deployAll();
  await checkDeployed(endpoint, assembly, JSON.parse(await readFile(outputs, 'utf8')));
  assert.match(await deployAll(), /no changes/, 'a second deployment changes nothing');
  const workspace = /wsp_\w+/.exec(
    await command(adminCommand, 'create-workspace', '--name', 'First', '--outputs', outputs),
  )?.[0];
  const key = ['--name', 'first', '--scope', 'full-access', '--outputs', outputs];
  assert.match(
    await command(adminCommand, 'create-api-key', '--workspace', String(workspace), ...key),
    /osk_/,
    'an operator creates an API key in the deployed table',
  );
}
