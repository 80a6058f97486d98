import { issueApiKey } from '../../../infra/admin/workspace.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { type Deployment, type Subscription, subscribe } from '../webhooks/deployment.ts';
import { commitEvent } from '../webhooks/events.ts';
import { epochNow, type PartName, type Probe } from './probe.ts';
import { prepareInbox, prepareSends } from './tenant-b-mail.ts';

/** One key may send 100 requests a minute. */
const apiPerSecond = 6;
const apiKeys = 5;
const deliveriesPerSecond = 5;
const receivers = ['b-1', 'b-2', 'b-3'];

/** @param seconds of all phases together */
export async function prepareTenant(
  deployment: Deployment,
  onEnd: OnEnd,
  parts: readonly PartName[],
  seconds: number,
): Promise<Probe[]> {
  const subscription = await subscribe(deployment, receivers);
  const prepare: Record<PartName, () => Promise<Probe>> = {
    api: () => prepareApi(deployment, subscription),
    deliveries: async () => deliveriesProbe(deployment, subscription),
    inbox: () => prepareInbox(deployment, onEnd, subscription, seconds),
    sends: () => prepareSends(deployment, onEnd, subscription, seconds),
  };
  const probes: Probe[] = [];
  for (const part of parts) probes.push(await prepare[part]());

  return probes;
}

async function prepareApi(deployment: Deployment, { workspaceId }: Subscription): Promise<Probe> {
  const keys: string[] = [];
  for (let each = 0; each < apiKeys; each++) {
    const input = { name: `b-${each}`, scope: 'full-access', expiresAt: null } as const;
    keys.push((await issueApiKey(deployment, workspaceId, input)).key);
  }
  const ends = new Map<string, number>();
  const reads = ['/contacts?limit=25', '/webhooks', '/activity?limit=25'];
  let turn = 0;
  const call = async (position: number) => {
    // Every second call is a write.
    const isWrite = position % 2 === 1;
    const path = isWrite ? '/contacts' : reads[(position / 2) % reads.length];
    const response = await fetch(`${deployment.stack.baseUrl}${path}`, {
      method: isWrite ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${keys[position % keys.length]}`,
        'content-type': 'application/json',
      },
      ...(isWrite && { body: JSON.stringify({ email: `call-${position}@b.example` }) }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    ends.set(String(position), epochNow());

    return String(position);
  };

  return {
    name: 'api',
    label: 'API calls, half of them writes',
    perSecond: apiPerSecond,
    begin: () => call(turn++),
    endOf: (key) => ends.get(key),
  };
}

function deliveriesProbe({ table, receivers: servers }: Deployment, { workspaceId }: Subscription): Probe {
  let [position, looked] = [0, 0];
  const arrived = new Map<string, { count: number; at: number }>();
  const look = () => {
    for (; looked < servers.arrivals.length; looked++) {
      const arrival = servers.arrivals[looked];
      if (!arrival || !receivers.includes(arrival.receiver) || arrival.attempt > 1) continue;
      const count = (arrived.get(arrival.eventId)?.count ?? 0) + 1;
      arrived.set(arrival.eventId, { count, at: arrival.at });
    }
  };

  return {
    name: 'deliveries',
    label: 'event to the last of its webhooks',
    perSecond: deliveriesPerSecond,
    begin: () => commitEvent(table, workspaceId, position++),
    endOf: (eventId) => {
      look();
      const seen = arrived.get(eventId);

      return seen && seen.count >= receivers.length ? seen.at : undefined;
    },
  };
}
