/** Receives charges for processor time. */
export interface Payer {
  charge(processorMs: number): void;
}

let payers: Set<Payer> | undefined;

/**
 * Charges the payer for the processor time of this thread until the end of the current event-loop turn. Payers of the same
 * turn share it equally, so a single conversation pays for exactly its own time.
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
