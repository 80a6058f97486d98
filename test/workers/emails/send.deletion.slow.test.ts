import { beforeEach, expect, test } from 'vitest';
import { deleteWorkspace } from '#lib/maintenance/delete-workspace.ts';
import { newId } from '#lib/values/ids.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { createWorkspace, readWorkspace } from '#lib/workspaces/workspaces.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as publish } from '../../../functions/events/publish.ts';
import { addAccount, invite } from '../../api/support/seed.ts';
import { useSender } from '../../support/emailed-token.ts';
import { noRequests } from '../../support/no-requests.ts';
import { connected } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { readOutbox } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume, context, insertRecords } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';

const mail = await useMailServer();
let workspaceId = '';
let calls: readonly SendMessage[] = [];

beforeEach(async () => {
  workspaceId = (await createWorkspace(connected(), 'Sending')).id;
  // Each contact has a separate account, so that the minimum gap of an account delays no email.
  ({ calls } = await runCampaign(workspaceId, {
    contacts: [{}, {}],
    accounts: [sendingBy(mail), sendingBy(mail)],
  }));
});

const [first, second] = [() => calls.slice(0, 1), () => calls.slice(1)];
/** Without short links, which expire. */
const remaining = async () =>
  (await readStoredItems(`W#${workspaceId}#`, workspaceId)).filter(
    ({ pk, expiresAtEpochSeconds }) => !String(pk).startsWith('LINK#') || expiresAtEpochSeconds === undefined,
  );
const expectNothingLeft = async () => {
  expect(await remaining()).toEqual([]);
  await expect(readWorkspace(connected(), workspaceId)).rejects.toThrow('does not exist');
};

test('a deletion ends after an email in flight is recorded, and nothing is left or sent after it', async () => {
  const steps: string[] = [];
  let deletion: Promise<unknown> = Promise.resolve();
  mail.whileReceiving = () =>
    new Promise((resolve) => {
      deletion = deleteWorkspace(connected(), workspaceId, {
        ...noRequests,
        pause: async () => resolve(),
      }).then(() => {
        steps.push('deleted');
        resolve();
      });
    });
  const failed = await consume(send, first());
  steps.push('sent');
  await deletion;
  delete mail.whileReceiving;

  expect(failed).toEqual([]);
  expect(steps).toEqual(['sent', 'deleted']);
  await expectNothingLeft();
  // Messages that were in the queues when the workspace was deleted.
  expect(await consume(send, calls)).toEqual([]);
  expect(mail.received).toHaveLength(1);
  await expectNothingLeft();
});

test('a deletion ends after an email of the service in flight', async () => {
  const operatorId = newId('wsp', Date.now());
  await useSender(operatorId, await addAccount(operatorId, sendingBy(mail)));
  const { id: serviceEmailId } = await invite(workspaceId);
  let pauses = 0;
  mail.whileReceiving = async () => {
    await deleteWorkspace(connected(), workspaceId, {
      ...noRequests,
      pause: async () => {
        pauses += 1;
        setClock(Date.now() + 60_000);
      },
    });
  };
  await consume(send, [{ workspaceId, serviceEmailId }]);

  expect(pauses).toBeGreaterThan(0);
  expect(mail.received).toHaveLength(1);
  await expectNothingLeft();
});

test('an email that is not claimed when its workspace is deleted is not sent', async () => {
  mail.whileLoggingIn = async () => void (await deleteWorkspace(connected(), workspaceId, noRequests));

  expect(await consume(send, first())).toEqual([]);
  expect(await consume(send, second())).toEqual([]);
  expect(mail.received).toEqual([]);
  await expectNothingLeft();
});

test('a deletion waits for the lease of a worker that died while it was sending, and no longer', async () => {
  const [call] = first();
  if (!call) throw new Error('there is no contact');
  let pauses = 0;
  mail.whileReceiving = async () => {
    const { leaseUntil = 0 } = await readExecution(call);
    await deleteWorkspace(connected(), workspaceId, {
      ...noRequests,
      pause: async () => {
        pauses += 1;
        if (pauses === 3) setClock(leaseUntil + 1);
      },
    });
  };

  expect(await consume(send, [call])).toEqual([]);
  expect(pauses).toBe(3);
  await expectNothingLeft();
});

test('events that the stream brings after their workspace was deleted leave nothing', async () => {
  const outbox = await readOutbox();
  await deleteWorkspace(connected(), workspaceId, noRequests);
  await publish(insertRecords(outbox), context);

  expect(outbox).not.toEqual([]);
  await expectNothingLeft();
});

test('a deletion that was cut off while an email was in flight is continued by the next one', async () => {
  const cutOff = async () => {
    throw new Error('the process ends here');
  };
  const seen: string[] = [];
  mail.whileReceiving = async () => {
    await deleteWorkspace(connected(), workspaceId, { ...noRequests, pause: cutOff }).catch(({ message }) =>
      seen.push(message),
    );
    seen.push((await readWorkspace(connected(), workspaceId).catch(() => ({ status: 'deleted' }))).status);
  };
  expect(await consume(send, first())).toEqual([]);
  expect(seen).toEqual(['the process ends here', 'deleting']);
  delete mail.whileReceiving;
  await deleteWorkspace(connected(), workspaceId, noRequests);

  await expectNothingLeft();
});
