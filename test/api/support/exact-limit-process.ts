import * as z from 'zod/mini';
import { handler } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';

const Burst = z.object({ apiKey: z.string(), at: z.number(), count: z.int() });

/**
 * One of several processes that send requests at the same time, like containers of a function. A message
 * gives the time, the key and the number of requests.
 */
process.on('message', async (message) => {
  const { apiKey, at, count } = Burst.parse(message);
  // An unknown address: the cheapest list request.
  const query = { email: 'nobody@customer.example' };
  const request = { method: 'GET', path: '/contacts', query, apiKey, at } as const;
  const replies = await Promise.all(Array.from({ length: count }, () => call(handler, request)));

  process.send?.(replies.map(({ status }) => status));
});
process.send?.('ready');
