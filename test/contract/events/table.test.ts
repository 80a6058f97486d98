import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventKinds } from '#lib/values/event-kind.ts';
import { changesOf, eventTableText } from '../../../infra/openapi/emitters.ts';
import { describeEvents } from '../../../infra/openapi/events-page.ts';
import { deliveredKinds } from '../../../infra/openapi/webhooks.ts';
import { documented } from '../../support/documented.ts';
import { filesOf } from '../sources.ts';
import { payloadFaults } from './support/payload.ts';

describe('The table of events', () => {
  test('matches the contracts, the schemas and the prose', () => {
    const isCurrent = describeEvents(documented) === readFileSync('events/README.md', 'utf8');

    expect(isCurrent, 'events/README.md is out of date: run `npm run openapi`').toBe(true);
  });
});

describe('The document', () => {
  test('shows the table of changes and events', () => {
    expect(documented.tags.map(({ description }) => description).join('\n')).toContain(eventTableText());
  });

  test.each(eventKinds)('lists the changes that emit %s', (kind) => {
    const description = documented.webhooks[kind]?.['post']?.description ?? '';
    const changes = changesOf(kind);

    expect(changes.length).toBeGreaterThan(0);
    for (const said of changes) expect(description).toContain(said);
  });
});

describe('events/webhooks', () => {
  test('has exactly one sample of each event type, including the webhook test', () => {
    expect(filesOf('events/webhooks').map((file) => basename(file, '.json'))).toEqual(
      [...deliveredKinds].sort(),
    );
  });

  test.each(deliveredKinds)('%s.json has the format of a delivery', (kind) => {
    const sample: unknown = JSON.parse(readFileSync(`events/webhooks/${kind}.json`, 'utf8'));

    expect(payloadFaults(sample)).toEqual([]);
    expect(sample).toMatchObject({ event: kind });
  });
});
