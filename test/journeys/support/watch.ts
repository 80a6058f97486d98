import { expect } from 'vitest';
import { Recipient } from '#lib/campaigns/recipients/recipient.ts';
import type { SteeredCampaign } from './steered-campaign.ts';

const open = ['pending', 'in_progress', 'paused', 'unknown'];

/** Reads all recipients, and checks that what is said about each of them fits together. */
export async function readRecipients({ journey, campaign }: SteeredCampaign): Promise<Recipient[]> {
  const recipients = await journey.api.readAll(Recipient, `/campaigns/${campaign.id}/recipients`);
  const emails = await journey.countMails();
  for (const recipient of recipients) expectConsistent(recipient);
  const sent = recipients.reduce((sum, { execution }) => sum + execution.sentCount, 0);
  expect(sent, 'an email is recorded only after the mail server has it').toBeLessThanOrEqual(emails);

  return recipients;
}

function expectConsistent({ email, execution, waitingFor, lastEvent }: Recipient): void {
  const { status, sentCount, nextSendAt, currentStepId, finishedAt } = execution;
  const isOpen = open.includes(status);
  const facts = JSON.stringify({ email, execution, waitingFor, lastEvent });

  expect(isOpen, facts).toBe(finishedAt === null);
  expect(waitingFor !== null, facts).toBe(isOpen);
  if (status === 'pending') expect([sentCount, currentStepId, lastEvent], facts).toEqual([0, null, null]);
  if (status === 'in_progress') expect(sentCount, facts).toBeGreaterThan(0);
  expect(currentStepId !== null, facts).toBe(sentCount > 0);
  if (waitingFor === 'delay' || waitingFor === 'slot') expect(nextSendAt, facts).not.toBeNull();
}
