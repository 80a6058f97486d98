import { randomInt } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { NewContact } from '#lib/contacts/contact.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { endpoints } from '#lib/operations.ts';
import { handler as correct } from '../../functions/contacts/create.ts';
import { fuzz } from './support/fuzz.ts';

/** `npm run test:fuzz` sends thousands; the whole tier sends fewer, to leave capacity for other tests. */
const requestsEach = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['TEST_ALL'] ? 250 : 0));
/** Repeats the same requests, except for ids and addresses. */
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));

/** These need an OAuth provider; `test/api/connect` has one. */
const needsProvider = ['connect.begin', 'connect.finish'];

test.runIf(requestsEach > 0)(
  `every endpoint responds to every request as its contract says, without server errors (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const begin = performance.now();
    const { tally, failures } = await fuzz({ endpoints, requestsEach, seed, overHttp: 0.05 });
    const seconds = (performance.now() - begin) / 1000;
    const total = tally.requests();

    // biome-ignore lint/suspicious/noConsole: the result of the run
    console.log(
      `seed ${seed}: ${total} requests in ${seconds.toFixed(0)} s, ${(total / seconds).toFixed(0)} a second\n${tally.table()}`,
    );
    expect(failures.join('\n\n')).toBe('');
    for (const { name } of endpoints) {
      expect(tally.requests(name), name).toBeGreaterThanOrEqual(requestsEach);
      if (needsProvider.includes(name)) continue;
      expect(tally.successes(name), `${name} also gets valid requests`).toBeGreaterThan(0);
    }
  },
);

/** Checks that the fuzzer detects bugs. */
describe('a planted bug is found', () => {
  const afterwards =
    (plantFault: (result: APIGatewayProxyResult, body: string) => APIGatewayProxyResult): EndpointHandler =>
    async (event, context) =>
      plantFault(await correct(event, context), event.body ?? '');

  test.each<[string, EndpointHandler, RegExp]>([
    [
      'a server error for control characters in a text',
      afterwards((result, body) => (body.includes('\\u0000') ? { ...result, statusCode: 500 } : result)),
      /a server error/,
    ],
    [
      'a field that no schema declares',
      afterwards((result) => ({ ...result, body: result.body.replace(/^\{"(?!error)/, '{"pk":"W#","') })),
      /undeclared content/,
    ],
    [
      'a header that is missing from refusals',
      afterwards(({ headers, ...result }) => ({
        ...result,
        headers: result.statusCode === 422 ? { ...headers, 'X-RateLimit-Reset': '' } : { ...headers },
      })),
      /wrong header x-ratelimit-reset/,
    ],
    [
      'an unknown field that is accepted',
      (event, context) => correct({ ...event, body: event.body && knownFieldsOf(event.body) }, context),
      /unexpected 201 for an unknown field/,
    ],
  ])('%s', async (_, handler, trace) => {
    const create = endpoints.filter(({ name }) => name === 'contacts.create');
    const { failures } = await fuzz({ endpoints: create, requestsEach: 240, seed: 7, handler, kindsMax: 1 });

    expect(failures.join('\n')).toMatch(trace);
  });
});

function knownFieldsOf(body: string): string {
  try {
    const fields = Object.entries(Object(JSON.parse(body)));

    return JSON.stringify(
      Object.fromEntries(fields.filter(([name]) => Object.hasOwn(NewContact.shape, name))),
    );
  } catch {
    return body;
  }
}
