import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { hasWorkspace } from '#lib/workspaces/workspaces.ts';
import { startAtSavedPort } from '../engine-set.ts';
import type { ReadyReport, SeededAccess } from '../ready-report.ts';
import { readAccess, withTable } from '../seed.ts';
import type { Seed } from '../stack.ts';
import { writeJsonFile } from '../state/json-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { historyDays } from './calendar.ts';
import { startReceiver } from './receiver.ts';
import { simulateRecipients } from './simulated-recipients.ts';
import type { HistorySettings } from './world.ts';

const dayMs = 86_400_000;
const seedNumber = 1;

type PrintLine = ((line: string) => void) | undefined;

/** The additional parts of a stack with a history, for `npm start -- --history`. @param onStep receives the steps of the start */
export async function openHistory(state: StateFolder, onStep: PrintLine) {
  const receiver = await startAtSavedPort(state, 'receiver', startReceiver);

  return {
    /** Writes the workspace with its history at the first start. */
    async seed({ environment, mail }: Parameters<Seed>[0]): Promise<SeededAccess> {
      const file = state.file('history.json');
      const savedAccess = readAccess(file);
      // False if the saved workspace is not in the table, so the history is written again.
      const exists =
        savedAccess !== undefined &&
        (await withTable(environment, (services) => hasWorkspace(services, savedAccess.workspaceId)));
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
    /** Lets recipients react to new emails, until the process ends. @param echo receives the failed reactions */
    simulateRecipientsOf: (report: ReadyReport, echo: PrintLine) => {
      const onError = (error: unknown) => echo?.(`simulated recipient: ${error}`);
      simulateRecipients(report, seedNumber, onError).catch(onError);
    },
  };
}

/**
 * Writes a workspace with a history to the stack's table.
 * @param environment variables of the stack's functions
 * @returns the credentials of the workspace
 */
export async function writeHistory(
  settings: HistorySettings,
  environment: Readonly<Record<string, string>>,
): Promise<SeededAccess> {
  const thread = new Worker(new URL('./history-thread.ts', import.meta.url), {
    workerData: settings,
    env: { ...environment },
    // The log of the use cases describes events of the past.
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  // An error in the thread rejects this promise with the original message.
  const [access] = await once(thread, 'message');
  await thread.terminate();

  return access;
}
