/** A conversation that pays for processor time from its budget. */
export interface ProcessorTimePayer {
  charge(processorMs: number): void;
}

/** The payers of the current event-loop turn; undefined before the first payer. */
let payers: Set<ProcessorTimePayer> | undefined;

/**
 * Charges the payer for the processor time of this thread until the end of the current event-loop turn. Payers of the same
 * turn share it equally, so a single conversation pays only for its own turns.
 */
export function chargeProcessorTime(payer: ProcessorTimePayer): void {
  if (payers === undefined) {
    const startedAt = threadProcessorMs();
    const payersOfTurn = new Set<ProcessorTimePayer>();
    payers = payersOfTurn;
    setImmediate(() => {
      payers = undefined;
      const share = (threadProcessorMs() - startedAt) / payersOfTurn.size;
      for (const each of payersOfTurn) each.charge(share);
    });
  }
  payers.add(payer);
}

function threadProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();

  // Both are in microseconds.
  return (user + system) / 1000;
}
