import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The command line of a process, or undefined when there is no such process. */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    }

    return (await run('ps', ['-p', String(pid), '-o', 'command='])).stdout;
  } catch {
    return undefined;
  }
}
