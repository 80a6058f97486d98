import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const run = promisify(execFile);

const ColdStart = z.object({
  /** Built-in modules that loading the function added to what Lambda's runtime has loaded before. */
  duringInit: z.array(z.string()),
  /** Those that the first event added to them. */
  duringFirstCall: z.array(z.string()),
});
export type ColdStart = z.infer<typeof ColdStart>;

/**
 * What a fresh process loads with a function. Counted, not timed, so that it is the same on every machine. The modules
 * named are those of Lambda's runtime client; an empty module first loads Node's own loader.
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

/** @param event is handed to the function, if there is one */
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
