import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { sendEmail } from '#lib/emails/send.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import type { DispatchMessage, SendMessage } from '#lib/values/queues.ts';
import { setClock } from './clock.ts';
import { sendingWith } from './one-mail.ts';

/** Runs the dispatcher and the sender of a campaign up to `until`, in epoch milliseconds. */
export function liveThrough(tick: DispatchMessage, until: number): Promise<void> {
  return simulateWorkers(tick).runUntil(until);
}

interface SimulatedWorkers {
  /** Delivers each wake-up and message at its due time, up to and including `until`. Epoch milliseconds. */
  runUntil(until: number): Promise<void>;
  /** As publishing `campaign.started` or `campaign.paused` does. */
  wake(): void;
}

/**
 * The dispatcher and the sender of one campaign. The clock jumps from one wake-up or message to the next. Messages arrive
 * exactly at their slots, and stay in the queue between two runs.
 */
export function simulateWorkers(tick: DispatchMessage): SimulatedWorkers {
  const hints: { readonly at: number; readonly call: SendMessage }[] = [];
  let wakeAt: number | undefined = Date.now();
  const services: DispatchServices & SendServices = {
    ...sendingWith(() => ({})),
    sends: {
      async send(messages) {
        for (const { message, delaySeconds = 0 } of messages) {
          const at = Date.now() + delaySeconds * 1000;
          if ('campaignId' in message) hints.push({ at, call: message });
        }
        hints.sort((one, other) => one.at - other.at);
      },
    },
    waitingSends: { count: async () => 0 },
    schedules: {
      async scheduleDispatch(_campaignId, _message, at) {
        wakeAt = Math.ceil(at / 1000) * 1000;
      },
      async delete() {
        wakeAt = undefined;
      },
    },
  };

  return {
    wake() {
      wakeAt = Date.now();
    },
    async runUntil(until) {
      for (;;) {
        const [hint] = hints;
        const next = Math.min(hint?.at ?? Number.POSITIVE_INFINITY, wakeAt ?? Number.POSITIVE_INFINITY);
        if (next > until) return setClock(until);
        setClock(Math.max(next, Date.now()));
        if (hint?.at === next) {
          hints.shift();
          await sendEmail(services, hint.call);
        } else {
          wakeAt = undefined;
          await dispatchCampaign(services, tick);
        }
      }
    },
  };
}
