import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountKey } from '#lib/email-accounts/items.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import { listInvitations } from '#lib/users/invitations.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addAccount, invite } from '../../api/support/seed.ts';
import { useSender } from '../../support/emailed-token.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy, sendingWith, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const leaseEndMs = 5 * 60_000;
let mail: MailServer;
let emailAccountId: string;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(async () => {
  mail.received.length = 0;
  setClock(monday);
  await takeCalls('sends');
  emailAccountId = await addAccount(workspaceId, sendingBy(mail));
  await useSender(workspaceId, emailAccountId);
});

/** A worker that pauses before its first write with this text, while another worker processes the same message. */
function overtaken(text: string, message: unknown, beforeOther: () => void = () => undefined) {
  let isOvertaken = false;

  return sendingWith((table) => ({
    transact: async (writes) => {
      if (!isOvertaken && JSON.stringify(writes).includes(text)) {
        isOvertaken = true;
        beforeOther();
        expect(await consume(send, [message])).toEqual([]);
      }
      await table.transact(writes);
    },
  }));
}

async function invited() {
  const { id } = await invite(workspaceId);
  const statusOf = async () => {
    const { data } = await listInvitations(connected(), workspaceId, { limit: 100 });

    return data.find((each) => each.id === id)?.invitationEmail.status;
  };

  return { message: { workspaceId, serviceEmailId: id }, statusOf };
}

describe('two workers process the same message without an error', () => {
  test('if the account of an invitation is not connected', async () => {
    const { message, statusOf } = await invited();
    const update = accountKey(workspaceId, emailAccountId);
    await connected().table.update({ update, set: { status: 'error' } });
    await sendQueued(overtaken('"status":"failed"', message), message);

    expect(await statusOf()).toBe('failed');
  });

  test('if both find an invitation with an expired lease', async () => {
    const { message, statusOf } = await invited();
    const stopped = sendingWith((table) => ({
      transact: async (writes) => {
        await table.transact(writes);
        if (JSON.stringify(writes).includes('"status":"sending"')) throw new Error('the worker stopped');
      },
    }));
    await expect(sendQueued(stopped, message)).rejects.toThrow('the worker stopped');
    setClock(monday + leaseEndMs);
    await sendQueued(overtaken('"status":"outcome_unknown"', message), message);

    expect([await statusOf(), mail.received.length]).toEqual(['outcome_unknown', 0]);
  });

  test('if the lease of one expires during its transmission of an invitation', async () => {
    const { message, statusOf } = await invited();
    const expire = () => setClock(monday + leaseEndMs);
    await sendQueued(overtaken('"status":"sent"', message, expire), message);

    expect([await statusOf(), mail.received.length]).toEqual(['outcome_unknown', 1]);
  });
});
