import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch.ts';
import type { Tick } from '#lib/campaigns/workers.ts';
import type { SendServices } from '#lib/emails/hand-over.ts';
import { sendMail } from '#lib/emails/send.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { setClock } from './clock.ts';
import { sendingWith } from './one-mail.ts';

/**
 * A campaign's time, as its dispatcher and its mails live it: the clock jumps from one wake-up or hint to the next, until
 * nothing is to come, or nothing before `until`. Hints come at the very moment of their slots.
 * @param until epoch milliseconds
 */
export async function liveThrough(tick: Tick, until: number): Promise<void> {
  const hints: { readonly at: number; readonly call: SendCall }[] = [];
  let wakeAt: number | undefined = Date.now();
  const services: DispatchServices & SendServices = {
    ...sendingWith(() => ({})),
    sends: {
      async send(messages) {
        for (const { message, delaySeconds = 0 } of messages) {
          hints.push({ at: Date.now() + delaySeconds * 1000, call: message });
        }
        hints.sort((one, other) => one.at - other.at);
      },
    },
    schedules: {
      async wakeAt(_tick, at) {
        wakeAt = Math.ceil(at / 1000) * 1000;
      },
      async clear() {
        wakeAt = undefined;
      },
    },
  };
  for (;;) {
    const [hint] = hints;
    const next = Math.min(hint?.at ?? Number.POSITIVE_INFINITY, wakeAt ?? Number.POSITIVE_INFINITY);
    if (next > until) return;
    setClock(next);
    if (hint?.at === next) {
      hints.shift();
      await sendMail(services, hint.call);
    } else {
      wakeAt = undefined;
      await dispatchCampaign(services, tick);
    }
  }
}
