import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { connectTransport } from '../support/agent.ts';
import { newWorkspace, useStack } from '../support/stack.ts';
import { isSelected } from './support/turn.ts';

/** The bridge that the chapter “Agents” names, in the version that is tested. */
const bridge = 'mcp-remote@0.15.1';

test.skipIf(!isSelected('sdk-typescript'))(
  'an agent that starts local commands reaches the tools through a bridge',
  { timeout: 300_000 },
  async () => {
    const { apiKey } = await newWorkspace();
    const folder = mkdtempSync(join(tmpdir(), 'outreach-bridge-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const headers = join(folder, 'headers');
    writeFileSync(headers, `Authorization: Bearer ${apiKey}\n`, { mode: 0o600 });
    const args = [
      '-y',
      bridge,
      `${useStack().baseUrl}/mcp`,
      '--transport',
      'http-only',
      '--header-file',
      headers,
    ];
    const environment = Object.fromEntries(
      Object.entries(process.env).map(([name, value = '']) => [name, value]),
    );
    // Installs it. Without an address, it prints its usage.
    spawnSync('npx', args.slice(0, 2));
    const transport = new StdioClientTransport({ command: 'npx', args, env: environment, stderr: 'ignore' });
    onTestFinished(() => transport.close());
    const { client, use } = await connectTransport(transport);

    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('start_campaign');
    expect(
      (await use('import_contacts', { csv: 'email\nann@example.com\n', idempotencyKey: 'i' })).body,
    ).toMatchObject({
      status: 'completed',
      created: 1,
    });
    expect((await use('find_contacts')).body.data).toMatchObject([{ email: 'ann@example.com' }]);
    expect(await use('get_contact', { id: 'con_01J00000000000000000000000' })).toMatchObject({
      isError: true,
      body: { error: { code: 'NOT_FOUND' } },
    });
  },
);
