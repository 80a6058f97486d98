/** The clock's offset in milliseconds: one 64-bit integer that all threads of the stack share. */
export type ClockBuffer = SharedArrayBuffer;

/** The clock of the stack, as installed in one thread. */
export interface Clock {
  readonly buffer: ClockBuffer;
  /** Milliseconds by which the stack's clock is ahead of the machine's clock. */
  offsetMs(): number;
  setOffset(offsetMs: number): void;
  /** Restores the thread's original `Date`. */
  uninstall(): void;
}

const RealDate = globalThis.Date;
const realNow = RealDate.now.bind(RealDate);

export function createClockBuffer(offsetMs = 0): ClockBuffer {
  const buffer = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  new BigInt64Array(buffer)[0] = BigInt(offsetMs);

  return buffer;
}

/**
 * Replaces `Date` in the calling thread, so that functions, queues and the scheduler use the shared clock.
 * Timers and `performance.now()` stay in real time: moving the clock does not shorten a timer that runs.
 */
export function installClock(buffer: ClockBuffer): Clock {
  const offset = new BigInt64Array(buffer);
  const offsetMs = () => Number(Atomics.load(offset, 0));
  const movedNow = () => realNow() + offsetMs();

  // Modules that kept a reference to the original constructor must see the moved time, too.
  RealDate.now = movedNow;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [movedNow()] : args, newTarget),
    apply: () => new RealDate(movedNow()).toString(),
  });

  return {
    buffer,
    offsetMs,
    setOffset: (milliseconds) => {
      Atomics.store(offset, 0, BigInt(Math.round(milliseconds)));
    },
    uninstall: () => {
      RealDate.now = realNow;
      globalThis.Date = RealDate;
    },
  };
}
