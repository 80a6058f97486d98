import { setTimeout as pause } from 'node:timers/promises';
import { keep } from './inbox.mjs';

// Stores later events that are not in the inbox yet.
const { API, KEY } = process.env;
const [, , afterId] = process.argv;
if (!API || !KEY || !afterId?.startsWith('evt_')) {
  console.error('Usage: API=https://… KEY=osk_… node replay.mjs evt_…');
  process.exit(1);
}

for (let cursor; cursor !== null; ) {
  const query = new URLSearchParams({ afterId, limit: '100', ...(cursor && { cursor }) });
  const response = await fetch(`${API}/activity?${query}`, { headers: { Authorization: `Bearer ${KEY}` } });
  if (response.status === 429) {
    await pause(Number(response.headers.get('Retry-After')) * 1000);
    continue;
  }
  if (!response.ok) {
    console.error(response.status, await response.text());
    process.exit(1);
  }

  const { data, nextCursor } = await response.json();
  for (const line of data) if (keep(line.id, asDelivered(line))) console.log(line.id, line.type);
  cursor = nextCursor;
}

/** The delivery body for an event of the activity list. */
function asDelivered({ type, occurredAt, metadata, ...line }) {
  const names = ['executionId', 'campaignId', 'contactId', 'stepId', 'emailAccountId'];
  const ids = names.filter((name) => line[name] !== null).map((name) => [name, line[name]]);

  return JSON.stringify({
    event: type,
    timestamp: occurredAt,
    data: { ...Object.fromEntries(ids), ...metadata },
  });
}
