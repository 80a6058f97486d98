import { ensureWorkspace } from '#lib/workspaces/workspaces.ts';
import { startAtSavedPort } from '../engine-set.ts';
import type { ReadyReport } from '../ready-report.ts';
import { readAccess, withTable } from '../seed.ts';
import type { Seed } from '../stack.ts';
import { writeJsonFile } from '../state/json-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { historyDays } from './calendar.ts';
import { startReceiver } from './receiver.ts';
import { simulateRecipients } from './simulated-recipients.ts';
import { writeHistory } from './write-history.ts';

const dayMs = 86_400_000;
const seedNumber = 1;

interface HistoryOptions {
  readonly state: StateFolder;
  readonly onStep: ((step: string) => void) | undefined;
}

/** The additional parts of a stack with a history. */
export interface OpenHistory {
  /** Writes the workspace with its history at the first start. */
  readonly seed: Seed;
  /** Lets recipients react to new emails, until the process ends. @param echo receives the failed reactions */
  simulateRecipientsOf(report: ReadyReport, echo: ((line: string) => void) | undefined): void;
}

/** `npm start -- --history` */
export async function openHistory({ state, onStep }: HistoryOptions): Promise<OpenHistory> {
  const receiver = await startAtSavedPort(state, 'receiver', startReceiver);

  return {
    async seed({ environment, mail }) {
      const file = state.file('history.json');
      const savedAccess = readAccess(file);
      const exists =
        savedAccess !== undefined &&
        (await withTable(environment, (services) =>
          ensureWorkspace(services, savedAccess.workspaceId, 'Northlight'),
        ));
      if (exists) return savedAccess;
      onStep?.(`Writing a workspace with ${historyDays} days of history`);
      const end = Date.now();
      const settings = {
        seed: seedNumber,
        begin: end - historyDays * dayMs,
        end,
        mail: { smtpPort: mail.smtp.port, imapPort: mail.imap.port },
        receiverUrl: receiver.endpoint,
        linksBaseUrl: environment['LINKS_BASE_URL'] ?? '',
      };
      const access = await writeHistory(settings, environment);
      writeJsonFile(file, access);

      return access;
    },
    simulateRecipientsOf: (report, echo) => {
      const onError = (error: unknown) => echo?.(`simulated recipient: ${error}`);
      simulateRecipients(report, seedNumber, onError).catch(onError);
    },
  };
}
