import { recordOf } from '#lib/values/record-of.ts';
import { UserError } from '../../command-line/user-error.ts';

/**
 * `latency`: the call takes longer. `reset` and `drop`: the connection is reset before or after the engine has processed the
 * call. `throttle`: a write to the table is rejected. `duplicate`: a message is sent twice. `delay`: a message or a schedule is
 * late. `stale`: a read of the table that is not strongly consistent returns an earlier state.
 */
const faultKinds = ['latency', 'reset', 'throttle', 'drop', 'duplicate', 'delay', 'stale'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Probability of each fault per call, 0 to 1, and the random seed. */
export interface FaultSettings {
  readonly seed: string;
  /** Age of the state that stale reads return. */
  readonly lagSeconds: number;
  readonly rates: Readonly<Record<FaultKind, number>>;
}

const lagSecondsDefault = 1;

/**
 * `0.01` sets the rate of every fault to 1 %. `0.01,throttle=0.1,seed=7,lag=5` also sets one rate, the seed, and the age of
 * stale reads in seconds.
 * @returns undefined when no faults are configured @throws UserError
 */
export function readFaults(text: string | undefined): FaultSettings | undefined {
  if (text === undefined) return undefined;
  const [defaultRate = '', ...exceptions] = text.split(',');
  const rates = recordOf(faultKinds, () => readRate(defaultRate));
  let seed = '1';
  let lagSeconds = lagSecondsDefault;
  for (const exception of exceptions) {
    const [name = '', value = ''] = exception.split('=');
    const kind = faultKinds.find((each) => each === name);
    if (kind !== undefined) rates[kind] = readRate(value);
    else if (name === 'seed') seed = value;
    else if (name === 'lag' && Number(value) > 0) lagSeconds = Number(value);
    else
      throw new UserError(
        `LOCAL_FAULTS has no ${exception}: there are ${faultKinds.join(', ')}, seed and lag.`,
      );
  }

  return { seed, lagSeconds, rates };
}

function readRate(text: string): number {
  const rate = Number(text);
  if (text === '' || !(rate >= 0 && rate <= 1)) {
    throw new UserError(`LOCAL_FAULTS must have rates from 0 to 1, not "${text}".`);
  }

  return rate;
}
