import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import * as z from 'zod/mini';
import { readDeployedStage, variableByOutput } from '../../infra/admin/deployed-stage.ts';
import type { ReadyReport } from '../../infra/local/ready-report.ts';
import { startJourney } from '../journeys/support/journey.ts';
import { runProvider } from '../support/oauth-provider.ts';
import { admin } from './support/admin-command.ts';
import { stackTest as test } from './support/stack.ts';

const Template = z.object({ Outputs: z.record(z.string(), z.unknown()) });

/** The file that `cdk deploy --all --outputs-file` writes, with the values of a stack that runs here. */
function outputsOf({ environment }: Pick<ReadyReport, 'environment'>, stage = 'local') {
  const assembly = join(inject('stateFolder'), 'assembly');
  const files = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
  const outputValue = (output: string) => environment[variableByOutput[output] ?? ''] ?? `the ${output}`;

  return Object.fromEntries(
    files.map((name) => {
      const { Outputs } = Template.parse(JSON.parse(readFileSync(join(assembly, name), 'utf8')));
      const outputs = Object.keys(Outputs).map((output) => [output, outputValue(output)]);
      const stack = `outreach-${stage}-${/data|api|workers/.exec(name)}`;

      return [stack, Object.fromEntries(outputs)];
    }),
  );
}

/** The output of `aws cloudformation describe-stacks`. */
const described = (outputs: ReturnType<typeof outputsOf>) => ({
  Stacks: Object.entries(outputs).map(([StackName, of]) => ({
    StackName,
    Outputs: Object.entries(of).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
  })),
});

const write = (folder: string, content: unknown) => {
  const file = join(folder, 'outputs.json');
  writeFileSync(file, JSON.stringify(content));

  return file;
};

test('every command works with a deployment’s outputs file, without a local stack', async ({ folder }) => {
  const { report } = await startJourney();
  const provider = await runProvider();
  const file = write(folder, outputsOf(report));
  // Variables that an operator adds: credentials, and the addresses of the local engines and servers.
  const ownVariables = Object.entries(report.environment).filter(([name]) =>
    /^AWS_(ENDPOINT|ACCESS|SECRET)/.test(name),
  );
  const variables = { ...Object.fromEntries(ownVariables), OUTBOUND_LOOPBACK: 'allow' };
  const run = async (input: string, ...options: string[]) => {
    const ended = await admin(input, [...options, '--outputs', file, '--state', '/nowhere'], variables);
    expect(ended).toMatchObject({ status: 0, errors: '' });

    return JSON.parse(ended.output);
  };

  const { id: workspace } = await run('', 'create-workspace', '--name', 'Stage');
  const at = ['--workspace', workspace, '--email', 'ada@example.com', '--password-stdin'];
  const key = ['--workspace', workspace, '--name', 'first', '--scope', 'read-only'];
  const { smtp } = report.mail;
  const server = ['--smtp-host', smtp.host, '--smtp-port', String(smtp.port)];
  const client = ['--provider', 'google', '--client-id', 'outreach', '--client-secret-stdin'];

  expect(await run('', 'create-api-key', ...key)).toMatchObject({ key: expect.stringMatching(/^osk_/) });
  expect(await run('a long enough one', 'create-user', ...at)).toMatchObject({ email: 'ada@example.com' });
  expect(await run('another long one', 'set-password', ...at.slice(2))).toMatchObject({
    email: 'ada@example.com',
  });
  expect(await run('any', 'connect-account', ...at, ...server)).toMatchObject({ email: 'ada@example.com' });
  expect(await run('secret', 'set-oauth-client', ...client, '--issuer', provider.issuer)).toMatchObject({
    clientId: 'outreach',
  });
  expect(await run('', 'recount', '--workspace', workspace)).toMatchObject({ workspaceId: workspace });
  await provider.stop();
}, 60_000);

test('both formats of the outputs file set exactly the expected variables', ({ folder }) => {
  const { environment } = inject('stack');
  const outputs = outputsOf({ environment });
  const names = Object.values(outputs).flatMap(Object.keys);
  const expected = Object.fromEntries(
    Object.values(variableByOutput).map((variable) => [variable, environment[variable]]),
  );

  expect(names).toEqual(expect.arrayContaining(Object.keys(variableByOutput)));
  for (const content of [outputs, described(outputs)]) {
    expect(readDeployedStage(write(folder, content), undefined)).toEqual({
      ...expected,
      AWS_REGION: environment['AWS_REGION'],
    });
  }
});

test('a file with several stages requires --stage', ({ folder }) => {
  const { environment } = inject('stack');
  const prod = outputsOf({ environment: { ...environment, TABLE_NAME: 'prod-table' } }, 'prod');
  const other = { 'somebody-elses': { TableName: 'x' } };
  const file = write(folder, { ...outputsOf({ environment }), ...prod, ...other });

  expect(readDeployedStage(file, 'prod')).toMatchObject({ TABLE_NAME: 'prod-table' });
  expect(() => readDeployedStage(file, undefined)).toThrow('--stage is missing');
  expect(() => readDeployedStage(file, 'dev')).toThrow('no outputs of dev');
  expect(() => readDeployedStage(write(folder, other), undefined)).toThrow('no outputs of any stage');
  const { 'outreach-prod-data': _, ...without } = prod;
  expect(() => readDeployedStage(write(folder, without), 'prod')).toThrow(
    'lacks the outputs of outreach-prod-data',
  );
});
