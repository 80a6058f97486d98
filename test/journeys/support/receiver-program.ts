import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';

const folder = 'events/receivers';

/** The receiver of the guide, in a separate process. Its inbox remains after a restart. */
export interface ReceiverProgram {
  /** @returns its address as soon as it listens */
  start(): Promise<string>;
  /** @returns the lines that it has printed since it listens */
  stop(): Promise<string[]>;
  /** Reads the events after `afterId` from the API. @returns the lines for events that are new in the inbox */
  replay(stack: ReadyReport, afterId: string): Promise<string[]>;
  /** The bodies of the stored events, by id. */
  inbox(): Record<string, string>;
}

export function receiverProgram(secret: string): ReceiverProgram {
  const place = mkdtempSync(join(tmpdir(), 'outreach-inbox-'));
  let running: { child: ChildProcess; lines: string[] } | undefined;
  const stop = async () => {
    if (!running) return [];
    const { child, lines } = running;
    running = undefined;
    const closed = once(child, 'close');
    child.kill();
    await closed;

    return lines;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(place, { recursive: true });
  });

  return {
    async start() {
      const child = spawn(process.execPath, [`${folder}/receiver.mjs`], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0', INBOX_FOLDER: place },
      });
      const lines: string[] = [];
      running = { child, lines };
      const output = createInterface({ input: child.stdout });
      const [first] = await once(output, 'line');
      output.on('line', (line) => lines.push(line));

      return `http://127.0.0.1:${String(first).split(' ').at(-1)}`;
    },
    stop,
    async replay({ baseUrl, readOnlyApiKey }, afterId) {
      const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/replay.mjs`, afterId], {
        env: { ...process.env, API: baseUrl, KEY: readOnlyApiKey, INBOX_FOLDER: place },
      });

      return stdout.split('\n').filter((line) => line !== '');
    },
    inbox: () =>
      Object.fromEntries(
        readdirSync(place).map((file) => [basename(file, '.json'), readFileSync(join(place, file), 'utf8')]),
      ),
  };
}
