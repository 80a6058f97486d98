import { beforeAll, expect, test } from 'vitest';
import { publish as publishItems } from '#lib/events/publish.ts';
import { publishQueues } from '#lib/events/publish-queues.ts';
import { connect } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as publish } from '../../../functions/events/publish.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { addContact, addWebhook } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from '../support/activity.ts';
import { consume, context, insertRecords } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});

const contacts = 12;

/** Where the publisher dies: at a call of a queue or of the table, before or after it has had its effect. */
const cuts = (['deliveries', 'transact'] as const).flatMap((call) =>
  (['before', 'after'] as const).map((moment) => ({ call, moment })),
);

function publisherThatDies({ call, moment }: (typeof cuts)[number]) {
  const services = connect(connected(), publishQueues);
  const cut =
    <Input>(effect: (input: Input) => Promise<unknown>) =>
    async (input: Input): Promise<never> => {
      if (moment === 'after') await effect(input);
      throw Object.assign(new Error('the process ends here'), { name: 'TimeoutError', $metadata: {} });
    };

  return call === 'deliveries'
    ? { ...services, deliveries: { send: cut(services.deliveries.send) } }
    : { ...services, table: { ...services.table, transact: cut(services.table.transact) } };
}

test.each(cuts)(
  'posts each event once when its publisher dies $moment $call and publishes again',
  async (cut) => {
    const workspaceId = newId('wsp', Date.now());
    await addWebhook(workspaceId, { url: receiver.url });
    await publish(insertRecords(await readOutbox()), context);
    await takeMessages('deliveries');
    receiver.calls.length = 0;
    for (let count = 0; count < contacts; count++) await addContact(workspaceId);
    const items = await readOutbox();

    await expect(publishItems(publisherThatDies(cut), items)).rejects.toThrow('the process ends here');
    const first = await takeMessages('deliveries');
    await consume(deliver, first);
    await publish(insertRecords(items), context);
    const again = await takeMessages('deliveries');
    await consume(deliver, again);

    const hasSent = cut.call === 'transact' || cut.moment === 'after';
    expect([first.length, again.length]).toEqual([hasSent ? contacts : 0, contacts]);
    expect(receiver.calls).toHaveLength(contacts);
    expect(new Set(receiver.calls.map(({ headers }) => headers['x-webhook-id'])).size).toBe(contacts);
    expect(await readOutbox()).toEqual([]);
  },
);
