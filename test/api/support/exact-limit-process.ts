import * as z from 'zod/mini';
import { handler } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';

const Burst = z.object({ apiKey: z.string(), at: z.number(), count: z.int() });

/** One of several processes that ask at once, as containers of a function do: told when, by which key and how often. */
process.on('message', async (message) => {
  const { apiKey, at, count } = Burst.parse(message);
  // An address that nobody has: the cheapest list there is.
  const query = { email: 'nobody@customer.example' };
  const request = { method: 'GET', path: '/contacts', query, apiKey, at } as const;
  const replies = await Promise.all(Array.from({ length: count }, () => call(handler, request)));

  process.send?.(replies.map(({ status }) => status));
});
process.send?.('ready');
