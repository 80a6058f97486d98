import { type Cut, makeSeam, manners, type Seam } from '../../workers/support/seam.ts';
import type { CallSeam } from '../call-seam.ts';
import type { Draws } from './draws.ts';

export interface Interruptions extends CallSeam {
  isDead(): boolean;
  /** The interrupted invocations. */
  readonly log: { readonly functionName: string; readonly cut: Cut; readonly effect: string | undefined }[];
}

const effectsMax = 6;

/** Kills a share of the invocations at one of their effects, or makes this effect fail. */
export function createInterruptions(draws: Draws, share: number): Interruptions {
  const counts = new Map<string, number>();
  let current:
    | { readonly seam: Seam; readonly functionName: string; readonly cut: Cut | undefined }
    | undefined;
  const log: Interruptions['log'] = [];

  return {
    log,
    isDead: () => current?.seam.isDead() ?? false,
    begin(functionName) {
      const count = (counts.get(functionName) ?? 0) + 1;
      counts.set(functionName, count);
      const name = `interruption ${functionName} ${count}`;
      const cut: Cut | undefined = draws.happens(name, share)
        ? {
            // The first effects are more likely, because most invocations have only one to three.
            effect: 1 + Math.floor(effectsMax * draws.share(`${name} effect`) ** 3),
            manner: draws.pick(`${name} manner`, manners),
          }
        : undefined;
      const seam = makeSeam(cut);
      seam.isWatched = true;
      current = { seam, functionName, cut };
    },
    end() {
      const { seam, functionName, cut } = current ?? {};
      if (seam && functionName && cut && seam.effects.length >= cut.effect) {
        log.push({ functionName, cut, effect: seam.effects[cut.effect - 1] });
      }
      current = undefined;
    },
    pass: (name, work) => (current ? current.seam.pass(name, work) : work()),
  };
}
