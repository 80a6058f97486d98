import { beforeAll, describe, expect, it, test } from 'vitest';
import { createAdminProgram } from '../../../infra/admin/program.ts';
import { stageSettingNames } from '../../../infra/stage-entries.ts';
import { createApp, settingsOf } from '../synthesised.ts';
import { faultsOf, type Known } from './command-check.ts';
import { commandsIn, deadLinksIn, functionsIn, pages, readPage } from './page.ts';
import { commandsOf } from './shell.ts';

let known: Known;

beforeAll(() => {
  const settings = settingsOf('prod', {
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0a',
    fixedAddress: true,
    trackingDomainTarget: 'links.example.com',
  });
  const { stacks } = createApp('prod', settings).synth();
  const outputs = stacks.map(
    ({ stackName, template }) =>
      [stackName.replace('outreach-prod-', ''), new Set(Object.keys(template.Outputs))] as const,
  );
  known = {
    outputs: new Map(outputs),
    stacks: new Set(['dev', 'prod'].flatMap((stage) => outputs.map(([name]) => `outreach-${stage}/${name}`))),
    contextKeys: new Set(['stage']),
    adminOptions: new Map(
      createAdminProgram(async () => {}).commands.map((command) => [
        command.name(),
        new Set(command.options.map(({ long }) => long ?? '')),
      ]),
    ),
    functions: pages.flatMap(functionsIn),
  };
});

describe.each(pages)('%s', (page) => {
  it('uses only existing commands, scripts, options, stacks, contexts and outputs', () => {
    const commands = commandsIn(page);

    expect(commands.length).toBeGreaterThan(0);
    expect(commands.flatMap((command) => faultsOf(command, known))).toEqual([]);
  });

  it('mentions only existing contexts and outputs in its text', () => {
    const text = readPage(page);
    const keys = [...text.matchAll(/-c (\w+)=/g)].map(([, key = '']) => key);
    const outputs = [...text.matchAll(/outputs? `(\w+)`/g)].map(([, name = '']) => name);
    const all = new Set([...known.outputs.values()].flatMap((names) => [...names]));

    expect(keys.filter((key) => !known.contextKeys.has(key))).toEqual([]);
    expect(outputs.filter((name) => !all.has(name))).toEqual([]);
  });

  it('has no dead links into the repository', () => {
    expect(deadLinksIn(page)).toEqual([]);
  });
});

test('every setting of a stage is documented', () => {
  const rows = readPage('infra/OPERATING.md').match(/^\| `.*?\|/gm) ?? [];

  expect(stageSettingNames.filter((name) => !rows.join('').includes(`\`${name}\``))).toEqual([]);
});

test.each([
  'npm run deploy',
  'npm run admin -- create-workspace --title first',
  'npm run admin -- drop-workspace',
  'npm start -- --quietly',
  'npx cdk deploy -c domainName=example.com',
  'npx cdk deploy outreach-prod-table',
  'output data TableArn',
  'functionOf emails.deliver',
  'aws dynamodb restore-table --table-name a',
  'aws dynamodb update-table --name a',
  'aws lambda delete-function --function-name a',
  'terraform apply',
  'echo "$(npm run deploy)"',
])('a page with «%s» fails', (line) => {
  expect(commandsOf(line).flatMap((command) => faultsOf(command, known))).not.toEqual([]);
});
