/** Connects to servers in its own process, so that its memory and CPU time can be measured. */
import { type ConversationKind, conversations, type Target } from './conversations.ts';

export interface MeasureRequest {
  readonly kind: ConversationKind;
  readonly target: Target;
  /** A server of another tenant, which is used concurrently and once more afterwards. */
  readonly neighbour: Target;
}

export interface Measured {
  readonly outcome: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak resident memory, relative to the start. */
  readonly megabytes: number;
  readonly neighbours: readonly string[];
}

const megabyte = 1_048_576;

async function measure({ kind, target, neighbour }: MeasureRequest): Promise<Measured> {
  await conversations.smtp(neighbour);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let highest = before;
  const sample = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const sampling = setInterval(sample, 10);
  const neighbourDone = conversations.smtp(neighbour);
  const outcome = await conversations[kind](target).catch((error: unknown) => `threw ${error}`);
  sample();
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(cpuBefore);
  const neighbours = await Promise.all([neighbourDone, conversations.smtp(neighbour)]);

  return {
    outcome,
    seconds,
    neighbours,
    cpuSeconds: (user + system) / 1_000_000,
    megabytes: Math.max(0, highest - before) / megabyte,
  };
}

process.on('message', async (order: MeasureRequest) => process.send?.(await measure(order)));
process.once('disconnect', () => process.exit());
process.send?.('ready');
