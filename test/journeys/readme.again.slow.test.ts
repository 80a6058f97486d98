import { test } from 'vitest';
import { countEmails } from '../../infra/local/demo/figures.ts';
import { stackTime, waitUntil } from '../../infra/local/demo/stack-time.ts';
import { expectWholeTour, startTour } from './support/tour.ts';

test('the tour works again within a day, and after its mailbox has sent three days later', {
  timeout: 360_000,
}, async () => {
  const { report, runTour } = await startTour();
  expectWholeTour(await runTour());
  expectWholeTour(await runTour());
  const time = stackTime(report.controlUrl);
  await time.advance(3 * 86_400_000);
  await waitUntil('the follow-ups to the contacts that have not replied', async () => {
    await time.advance(20_000);

    return (await countEmails(report.mail.webUrl)).count === 8;
  });

  expectWholeTour(await runTour());
});
