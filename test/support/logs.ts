import type { LogMetric } from '#lib/runtime/log-metric.ts';

const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);

/** Removes the functions' log lines from the test output and stores them for assertions. */
process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  if (!text.startsWith('{"level":')) return write(chunk, ...rest);
  lines.push(text);

  return true;
}) as typeof process.stdout.write;

/** All log lines of the functions that this file has called. */
export function loggedText(): string {
  return lines.join('');
}

/** The log lines that a function's metric matches. */
export function linesFor(
  { metrics = [] }: { readonly metrics?: readonly LogMetric[] },
  name: string,
): Readonly<Record<string, unknown>>[] {
  const metric = metrics.find((each) => each.name === name);
  if (!metric) throw new Error(`the function has no metric ${name}`);
  const { where } = metric;

  return lines
    .map((text) => JSON.parse(text))
    .filter((line) => Object.entries(where).every(([field, wanted]) => line[field] === wanted));
}
