import type { Cut } from './interruptible-process.ts';

/** `CUTS_EVERY=2` executes every second interruption, with a different offset in each run. */
const sampled = Number(process.env['CUTS_EVERY'] ?? 1);

export interface CutSelection {
  readonly manner: Cut['manner'];
  /** The sample has at least about this number of interruptions. Default 0: a sample of a short operation may be empty. */
  readonly atLeast?: number | undefined;
  /** 1 executes every interruption: a planted bug shows at two neighbouring ones only, which a sample may omit. */
  readonly every?: number | undefined;
}

/** Interruptions before and after each of an operation's calls, or a sample of them. */
export function sampledCuts(calls: number, { manner, every = sampled, atLeast = 0 }: CutSelection): Cut[] {
  const everyMax = atLeast === 0 ? every : Math.max(1, Math.floor((2 * calls) / atLeast));
  const step = Math.min(every, everyMax);
  const offset = Date.now() % step;

  return Array.from({ length: calls }, (_, position) =>
    (['before', 'after'] as const).map((moment): Cut => ({ call: position + 1, moment, manner })),
  )
    .flat()
    .filter((_, index) => index % step === offset);
}

export interface Attempt {
  /** False if the operation ended before the interruption. */
  readonly isReached: boolean;
  readonly complaints: readonly string[];
}

export interface InterruptionsResult {
  readonly cuts: number;
  /** Number of interruptions that were reached. */
  readonly reached: number;
  readonly complaints: string[];
}

interface Options {
  readonly atOnce: number;
  /** For a planted bug: its first complaint is enough. */
  readonly stopsAtComplaint?: boolean | undefined;
}

/** Makes one attempt for each interruption, a few of them concurrently. */
export async function interruptEach(
  cuts: readonly Cut[],
  { atOnce, stopsAtComplaint = false }: Options,
  attempt: (cut: Cut) => Promise<Attempt>,
): Promise<InterruptionsResult> {
  const complaints: string[] = [];
  let reached = 0;
  const queue = cuts.values();
  const lane = async () => {
    for (const cut of queue) {
      if (stopsAtComplaint && complaints.length > 0) return;
      const result = await attempt(cut);
      if (result.isReached) reached += 1;
      complaints.push(
        ...result.complaints.map((complaint) => `${cut.manner} ${cut.moment} call ${cut.call}: ${complaint}`),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));

  return { cuts: cuts.length, reached, complaints };
}
