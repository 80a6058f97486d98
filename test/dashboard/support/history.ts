import { afterAll, beforeAll } from 'vitest';
import { writeHistory } from '../../../infra/local/history/open-history.ts';
import { startReceiver } from '../../../infra/local/history/receiver.ts';
import type { ReadyReport, SeededAccess } from '../../../infra/local/ready-report.ts';
import { useStack } from '../../support/stack.ts';

const dayMs = 86_400_000;
const days = 90;

/** A workspace with 90 days of activity on the stack of the stories, for the tests of one file. */
export function useHistory(): () => SeededAccess {
  let access: SeededAccess | undefined;
  beforeAll(async () => {
    const stack = useStack();
    const receiver = await startReceiver(undefined);
    afterAll(() => receiver.stop());
    access = await writeHistory(settingsOf(stack, receiver.endpoint), stack.environment);
  });

  return () => {
    if (access === undefined) throw new Error('The history is written before the first test');

    return access;
  };
}

function settingsOf({ mail, environment }: ReadyReport, receiverUrl: string) {
  const end = Date.now();

  return {
    seed: 1,
    begin: end - days * dayMs,
    end,
    receiverUrl,
    mail: { smtpPort: mail.smtp.port, imapPort: mail.imap.port },
    linksBaseUrl: environment['LINKS_BASE_URL'] ?? '',
  };
}
