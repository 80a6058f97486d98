import { startMailTaker } from '../support/mail-taker.ts';
import type { CarriageQuality } from './carriage.ts';
import type { CampaignRecord, MailRecord } from './checker/record.ts';
import { populate, type Setting } from './population.ts';
import { makeWorld, runUntil, type World } from './world.ts';

export interface Simulation {
  readonly world: World;
  readonly campaignId: string;
  /** What the checker judges by. */
  readonly record: CampaignRecord;
  /** Whether nothing was left to happen in the end. */
  readonly isOver: boolean;
}

interface Period {
  /** Epoch milliseconds. */
  readonly begin: number;
  readonly days: number;
}

const dayMs = 86_400_000;

/** Runs a campaign for so many days, or until nothing happens in it any more. */
export async function simulate(
  setting: Setting,
  { begin, days }: Period,
  quality: CarriageQuality,
): Promise<Simulation> {
  const world = makeWorld(begin, quality);
  const mails: MailRecord[] = [];
  const server = await startMailTaker(({ from, to, raw }) => {
    mails.push({ at: world.now, from, to, text: raw });
  });
  try {
    const campaignId = await populate(world, setting, server.port);
    const isOver = await runUntil(world, begin + days * dayMs);

    return { world, campaignId, isOver, record: { ...setting, mails, events: world.events } };
  } finally {
    await server.close();
  }
}
