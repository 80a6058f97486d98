import { type ProcessIds, readProcessorTime } from '../sending/processor-time.ts';

/**
 * Counts the processors that the stack and the storm use.
 * @returns a function that ends the count and returns
 * the number
 */
export function countProcessors(ids: ProcessIds): () => number {
  const read = () => Object.values(readProcessorTime(ids)).reduce((sum, seconds) => sum + seconds, 0);
  const [before, begin] = [read(), performance.now()];

  return () => (read() - before) / ((performance.now() - begin) / 1000);
}
