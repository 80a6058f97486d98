/** Something that pays for processor time. */
export interface Payer {
  charge(processorMs: number): void;
}

let payers: Set<Payer> | undefined;

/**
 * Charges the processor time that this thread takes until the end of the current turn of the event loop. Payers of the
 * same turn share it, so a conversation that runs alone pays exactly its own.
 */
export function payForTurn(payer: Payer): void {
  if (payers === undefined) {
    const startedAt = threadProcessorMs();
    const sharing = new Set<Payer>();
    payers = sharing;
    setImmediate(() => {
      payers = undefined;
      const share = (threadProcessorMs() - startedAt) / sharing.size;
      for (const each of sharing) each.charge(share);
    });
  }
  payers.add(payer);
}

function threadProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();

  return (user + system) / 1000;
}
