import { expect, test } from 'vitest';
import { countEmails } from '../../infra/local/demo/figures.ts';
import { startTour } from './support/tour.ts';

test('the commands of the README’s tour work, including the webhook receiver', {
  timeout: 240_000,
}, async () => {
  const { report, runTour } = await startTour();
  const tour = await runTour();

  expect(tour.output()).toContain(
    '"total":3,"created":2,"updated":0,"skipped":0,"duplicatesInFile":0,"failed":1',
  );
  expect(tour.output()).toContain('"status":"active"');
  await expect.poll(tour.output, { timeout: 30_000 }).toMatch(/^evt_\w+ contact\.created$/m);
  await expect
    .poll(() => countEmails(report.mail.webUrl), { timeout: 30_000 })
    .toEqual({ count: 3, recipients: 3 });
  // The script waits for this event before its last read.
  expect(tour.output()).toContain('Yes, gladly.');
});
