/** The clock's offset in milliseconds, as one 64-bit integer that every thread of the stack shares. */
export type ClockBuffer = SharedArrayBuffer;

export interface Clock {
  readonly buffer: ClockBuffer;
  /** How far the stack's time is ahead of the machine's, in milliseconds. */
  offsetMs(): number;
  setOffset(offsetMs: number): void;
  /** Gives the thread its own `Date` back. */
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
 * Replaces `Date` in the calling thread, so that whatever asks for the time (functions, queues, the scheduler) sees
 * the shared clock. Timers and `performance.now()` keep running in real time: a wait that has begun is not shortened.
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
