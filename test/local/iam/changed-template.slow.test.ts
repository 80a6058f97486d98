import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { refusalsIn } from '../../support/refusals.ts';
import { startStack } from '../../support/run-stack.ts';

const Statement = z.looseObject({ Action: z.union([z.string(), z.array(z.string())]) });
const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.optional(
        z.looseObject({
          Policies: z.optional(
            z.array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.array(Statement) }) })),
          ),
        }),
      ),
    }),
  ),
});

test('a function returns 500 if its role lacks a permission, and the log names the permission', async () => {
  const { stateFolder, assembly } = await changedAssembly('contactscreate', (statements) =>
    statements.filter(({ Action }) => !Action.includes('dynamodb:PutItem')),
  );
  const stack = await startStack({ stateFolder, assembly });
  onTestFinished(() => stack.stop());
  const { baseUrl, apiKey } = stack.report;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ann@example.com' });

  const created = await fetch(`${baseUrl}/contacts`, { method: 'POST', headers, body });
  const listed = await fetch(`${baseUrl}/contacts`, { headers });

  expect(created.status).toBe(500);
  expect(await created.json()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
  expect(listed.status).toBe(200);
  await expect.poll(() => refusalsIn(stateFolder)).not.toEqual([]);
  for (const line of refusalsIn(stateFolder)) {
    expect(JSON.parse(line)).toMatchObject({
      operation: 'contacts.create',
      message: expect.stringContaining('is not authorized to perform: dynamodb:PutItem on resource: arn:'),
    });
  }
});

test('a template with an unsupported condition does not start', async () => {
  const { stateFolder, assembly } = await changedAssembly('contactscreate', (statements) =>
    statements.map((each) => ({ ...each, Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } })),
  );

  await expect(startStack({ stateFolder, assembly })).rejects.toThrow(
    /The local stack does not support the condition IpAddress in contactscreate/,
  );
});

type Change = (statements: readonly z.infer<typeof Statement>[]) => unknown;

/** The assembly of the tests' stack with a change to the role of one function. */
async function changedAssembly(roleName: string, change: Change) {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-cut-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const assembly = join(folder, 'assembly');
  await cp(join(inject('stateFolder'), 'assembly'), assembly, { recursive: true });
  let cuts = 0;
  for (const name of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const template = z.parse(Template, JSON.parse(readFileSync(file, 'utf8')));
    for (const [logicalId, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::IAM::Role' || !logicalId.startsWith(roleName)) continue;
      cuts += 1;
      for (const { PolicyDocument } of Properties?.Policies ?? []) {
        Object.assign(PolicyDocument, { Statement: change(PolicyDocument.Statement) });
      }
    }
    writeFileSync(file, JSON.stringify(template));
  }
  expect(cuts).toBe(1);

  return { stateFolder: join(folder, 'state'), assembly };
}
