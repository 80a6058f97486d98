import { startRecordingMailServer } from '../support/recording-mail-server.ts';
import type { CampaignRecord, MailRecord } from './checker/record.ts';
import { populate, type Setting } from './populate.ts';
import type { TransportQuality } from './simulated-transport.ts';
import { createSimulatedWorkspace, runUntil, type SimulatedWorkspace } from './simulated-workspace.ts';

export interface SimulationResult {
  readonly simulated: SimulatedWorkspace;
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
  quality: TransportQuality,
): Promise<SimulationResult> {
  const simulated = createSimulatedWorkspace(begin, quality);
  const mails: MailRecord[] = [];
  const server = await startRecordingMailServer(({ from, to, raw }) => {
    mails.push({ at: simulated.now, from, to, text: raw });
  });
  try {
    const campaignId = await populate(simulated, setting, server.port);
    const isOver = await runUntil(simulated, begin + days * dayMs);

    return { simulated, campaignId, isOver, record: { ...setting, mails, events: simulated.events } };
  } finally {
    await server.close();
  }
}
