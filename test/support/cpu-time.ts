const text = 'ann@example.com, "Ann, dear"; \r\n'.repeat(8000);
/** CPU time of `readText` on the machine for which the limits of the tests were chosen. */
const quietMs = 4;

/** Work similar to the work of the parsers under test. */
function readText(): void {
  for (const cell of text.split(',')) cell.trim();
  for (const _ of text.matchAll(/[\w.]+/g));
}

function millisecondsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begin);

  return (user + system) / 1000;
}

/**
 * How many times slower than usual the processor is at the moment, at least 1. Work takes more CPU time while other virtual machines
 * use the same processor and its caches.
 */
export function processorSlowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = process.threadCpuUsage();
    readText();

    return millisecondsSince(begin);
  });

  return Math.max(1, Math.min(...times) / quietMs);
}

/** The lowest limit of a test: shorter times need no correction. */
const lowestLimitMs = 50;

/** Milliseconds as on a quiet machine. */
const corrected = (ms: number) => (ms < lowestLimitMs ? ms : ms / processorSlowness());

/**
 * CPU time of this thread during `work`, in milliseconds of a quiet machine: the least of three, because a collection of garbage or a
 * compilation lengthens one measurement and slow work is slow each time.
 */
export function cpuTimeOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3 && least >= lowestLimitMs / 2; count++) {
    const begin = process.threadCpuUsage();
    work();
    least = Math.min(least, corrected(millisecondsSince(begin)));
  }

  return least;
}

/** The same for asynchronous work, with its result. */
export async function measureCpuTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const begin = process.threadCpuUsage();
  const result = await work();

  return { result, ms: corrected(millisecondsSince(begin)) };
}
