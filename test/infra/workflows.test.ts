import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const folder = '.github/workflows';
const Step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z._default(z.record(z.string(), z.unknown()), {}),
  env: z._default(z.record(z.string(), z.unknown()), {}),
});
const Permissions = z.record(z.string(), z.string());
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.optional(z.string()),
      if: z.optional(z.string()),
      environment: z.optional(z.string()),
      permissions: z.optional(Permissions),
      strategy: z.optional(z.object({ matrix: z.record(z.string(), z.array(z.string())) })),
      steps: z.array(Step),
    }),
  ),
});

const files = readdirSync(folder);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

function readWorkflow(file: string) {
  const text = readFileSync(join(folder, file), 'utf8');
  const workflow = Workflow.parse(parse(text));

  return { text, ...workflow, steps: Object.values(workflow.jobs).flatMap(({ steps }) => steps) };
}

/** The scripts that a workflow runs, as a command or as a value of its matrix. */
function scriptsOf(file: string): string[] {
  const { jobs, steps } = readWorkflow(file);
  const inMatrix = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix['script'] ?? []);

  return [...steps.flatMap(({ run = '' }) => scriptsIn(run)), ...inMatrix];
}

function scriptsIn(commands: string): string[] {
  return [...commands.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
}

test('continuous integration runs each command that tests or measures', () => {
  const run = [...files.flatMap(scriptsOf), ...scriptsIn(readFileSync('.ci/run', 'utf8'))];
  const commands = Object.keys(scripts).filter((script) => /^(?:test|bench):/.test(script));

  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((command) => !run.includes(command))).toEqual([]);
});

// https://docs.github.com/en/actions/reference/security/secure-use
describe.each(files)('The workflow %s', (file) => {
  const { text, permissions, jobs, steps } = readWorkflow(file);

  test('pins every action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));

    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('may only read the sources, and request an ID token if it assumes a role', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      const assumesRole = job.steps.some(({ uses }) => uses?.startsWith('aws-actions/'));

      expect(job.permissions).toEqual(assumesRole ? { contents: 'read', 'id-token': 'write' } : undefined);
    }
  });

  test('has no long-lived AWS key: it gets temporary credentials of a role', () => {
    expect(text).not.toMatch(/access-key|secret-access|session-token|AKIA|secrets\.AWS/i);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('aws-actions/'))) {
      expect(Object.keys(step.with).toSorted()).toEqual(['aws-region', 'role-to-assume']);
      expect(step.with['role-to-assume']).toMatch(/^\$\{\{ vars\.\w+ \}\}$/);
    }
  });

  test('does not persist repository credentials', () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with['persist-credentials']).toBe(false);
    }
  });

  test('runs existing scripts and has no expressions in commands', () => {
    const commands = steps.flatMap(({ run = '' }) => run.split('\n'));
    const used = scriptsOf(file);

    expect(used.length > 0 || commands.includes('.ci/run')).toBe(true);
    expect(used.filter((script) => scripts[script] === undefined)).toEqual([]);
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });
});

describe('The deployment', () => {
  const { concurrency, jobs } = readWorkflow('deploy.yml');
  const stage = "inputs.stage || 'dev'";
  const commandsOf = (job: string) => jobs[job]?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '';

  test('shows the diff, then waits for the approval of the stage’s environment', () => {
    expect(commandsOf('diff')).toContain('cdk diff --app cdk.out');
    expect(commandsOf('diff')).toContain('GITHUB_STEP_SUMMARY');
    expect(jobs['diff']?.environment).toBe(`\${{ ${stage} }}-diff`);
    expect(jobs['deploy']).toMatchObject({ needs: 'diff', environment: `\${{ ${stage} }}` });
  });

  test('deploys the assembly of the diff, which is synthesised once', () => {
    expect(commandsOf('diff')).toContain('npm run synth');
    expect(commandsOf('deploy')).toContain('cdk deploy --app cdk.out --all --require-approval never');
    expect(commandsOf('deploy')).not.toContain('synth');
    expect(jobs['deploy']?.steps.some(({ uses }) => uses?.startsWith('actions/download-artifact@'))).toBe(
      true,
    );
  });

  test('runs one deployment per stage at a time, from the main branch only', () => {
    expect(concurrency).toEqual({
      group: expect.stringContaining(stage),
      'cancel-in-progress': false,
    });
    expect(jobs['diff']?.if).toBe("github.ref == 'refs/heads/main'");
  });

  test('has separate roles for the diff and the deployment', () => {
    const rolesOf = (job: string) => jobs[job]?.steps.flatMap((step) => step.with['role-to-assume'] ?? []);

    expect(rolesOf('diff')).toEqual([expect.stringContaining(' vars.AWS_DIFF_ROLE_ARN ')]);
    expect(rolesOf('deploy')).toEqual([expect.stringContaining(' vars.AWS_DEPLOY_ROLE_ARN ')]);
  });
});
