import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { type Cost, measureCost } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import { authenticatedTarget, type Figure, readTargets } from '../support/figures.ts';
import { fixedId, seedContacts } from '../support/fixtures.ts';
import { callEndpoint, type EndpointRequest } from '../support/invoke.ts';
import { seedSession } from '../support/user-fixtures.ts';

/** The first request of a window and refused requests have different costs. */
export async function measureAdmission(bench: Bench): Promise<Figure[]> {
  const workspaceId = newId('wsp', bench.now());
  await seedContacts(bench, workspaceId, 1);
  const known = {
    apiKey: await newKey(bench, workspaceId),
    at: bench.now(),
    params: { id: fixedId('con', 0) },
  };
  const stranger = { ...known, apiKey: 'nonsense', sourceIp: '198.51.100.9' };
  const session = { cookie: await seedSession(bench, workspaceId), params: known.params };
  const get = (request: EndpointRequest, status: number) => () =>
    callEndpoint('contacts.get', request, status);

  const first = await measureCost(get(known, 200));
  await get(stranger, 401)();
  const refused = await measureCost(get(stranger, 401));
  await Promise.all(Array.from({ length: 99 }, get(known, 200)));
  const beyond = await measureCost(get(known, 429));
  const again = await measureCost(get(known, 429));
  const bySession = await measureCost(get(session, 200));

  return [
    figure('first of a rate window', first, { roundTrips: 3, writeUnits: 2, readUnits: 2 }),
    figure('by a session', bySession, authenticatedTarget(readTargets.one)),
    figure('without a valid key', refused, { roundTrips: 1, writeUnits: 1, readUnits: 0 }),
    figure('beyond the rate limit', beyond, { roundTrips: 1, writeUnits: 1, readUnits: 1 }),
    figure('beyond it again, same container', again, { roundTrips: 0, writeUnits: 0, readUnits: 0 }),
  ];
}

function figure(detail: string, cost: Cost, target: Figure['target']): Figure {
  return { name: `contacts.get, ${detail}`, operations: ['contacts.get'], cost, target };
}
