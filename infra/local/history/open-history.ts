import { existsSync } from 'node:fs';
import { UserError } from '../../command-line/user-error.ts';
import { startAtSavedPort } from '../engine-set.ts';
import type { ReadyReport } from '../ready-report.ts';
import { writeJsonFile } from '../state/json-file.ts';
import { readSavedOffset, type StateFolder, saveOffset } from '../state/state-folder.ts';
import { continueHistory, historyDays, runHistory } from './history.ts';
import { startReceiver } from './receiver.ts';

type PrintLine = ((line: string) => void) | undefined;

/**
 * The additional parts of a stack with a history, for `npm start -- --history`. The clock of a new stack begins in the past.
 * @throws UserError for a state folder with other data, because its clock would have to move back
 */
export async function openHistory(state: StateFolder, onStep: PrintLine) {
  const file = state.file('history.json');
  const isWritten = existsSync(file);
  if (!isWritten && existsSync(state.file('access.json'))) {
    throw new UserError(
      'Only a stack without data can have a history, because its clock only moves forward. Add --fresh, or choose a new folder with --state.',
    );
  }
  const end = Date.now();
  if (!isWritten) saveOffset(state, -historyDays * 86_400_000);
  const receiver = await startAtSavedPort(state, 'receiver', (port) => startReceiver(port, end));

  return {
    /** Fills a new stack. Its clock then has the time of this machine. */
    async write(report: ReadyReport): Promise<void> {
      if (isWritten) return;
      onStep?.(`Running ${historyDays} days of history`);
      await runHistory({ report, receiverUrl: receiver.endpoint, end });
      writeJsonFile(file, {});
    },
    /** @param echo receives failed reactions of recipients */
    continue(report: ReadyReport, echo: PrintLine): void {
      const onError = (error: unknown) => echo?.(`simulated recipient: ${error}`);
      continueHistory(report, onError).catch(onError);
    },
  };
}

/** Ends a history that was interrupted: the clock moves forward to the time of this machine. */
export function endHistory(state: StateFolder): void {
  if (readSavedOffset(state) < 0) saveOffset(state, 0);
}
