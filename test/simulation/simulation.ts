import { startMailTaker } from '../support/mail-taker.ts';
import type { CarriageQuality } from './carriage.ts';
import type { CampaignRecord, MailRecord } from './checker/record.ts';
import { populate, type Setting } from './population.ts';
import { makeWorld, runUntil, type World } from './world.ts';

export interface Simulation {
  readonly world: World;
  readonly campaignId: string;
  /** Input of the checker. */
  readonly record: CampaignRecord;
  /** Whether no event was left at the end. */
  readonly isOver: boolean;
}

interface Period {
  /** Epoch milliseconds. */
  readonly begin: number;
  readonly days: number;
}

const dayMs = 86_400_000;

/** Runs a campaign for a number of days, or until no event is left. */
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
