import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const run = promisify(execFile);

const ColdStart = z.object({
  /** Built-in modules that init loads in addition to the modules of Lambda's runtime. */
  duringInit: z.array(z.string()),
  /** Built-in modules that the first event loads in addition. */
  duringFirstCall: z.array(z.string()),
});
export type ColdStart = z.infer<typeof ColdStart>;

/**
 * Modules that a new process loads with a function. They are counted instead of timed, so that the result is
 * the same on every machine. The named modules belong to Lambda's runtime client; an empty module first loads
 * Node's own loader.
 */
const script = `
  for (const name of ['http', 'net', 'util', 'fs', 'path', 'assert', 'module']) process.getBuiltinModule(name);
  await import('data:text/javascript,');
  const loaded = () => new Set(process.moduleLoadList);
  const [file, event] = JSON.parse(process.env.PROBE);
  const before = loaded();
  const { handler } = await import(file);
  const ready = loaded();
  if (event) await handler(event, { getRemainingTimeInMillis: () => 25_000 });
  const called = loaded();
  process.stdout.write('\\n' + JSON.stringify({
    duringInit: [...ready.difference(before)],
    duringFirstCall: [...called.difference(ready)],
  }));
  process.exit();`;

/** @param event passed to the function, if given */
export async function startCold(
  file: string,
  environment: Readonly<Record<string, string>>,
  event: unknown,
): Promise<ColdStart> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, AWS_LAMBDA_FUNCTION_NAME: 'bench', PROBE: JSON.stringify([file, event ?? null]) },
  });

  return ColdStart.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))));
}
