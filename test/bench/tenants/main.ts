import { parseArgs } from 'node:util';
import '../../support/logs.ts';
import { describePage, rounded } from '../support/report.ts';
import { runBench } from '../support/run-bench.ts';
import { measureTenants } from './measure.ts';
import { partNames } from './probe.ts';
import { rowsOf } from './rows.ts';

const page = new URL('./FIGURES.md', import.meta.url);
const secondsDefault = 20;

const heading = [
  '# Isolation between tenants',
  '',
  'Measured by `npm run bench:tenants -- --write` on one machine with two processors, which runs both tenants, the engines and',
  'all functions. Tenant A imports 1,000 rows twice a minute with 50 webhooks, ten hanging. With 50 API keys it calls',
  'endpoints that wait for external servers. It has inboxes with pathological messages, and mail servers that flood or hang.',
  'Tenant B uses all features at a low rate. Its 99th percentile must reach the target in three consecutive windows.',
  '',
  'The local stack lacks the isolation of AWS: separate processors for instances, fair queues that prefer groups with few',
  'messages in flight, and reserved concurrency for each function. The last figure of each line shows the effect of the',
  'machine: tenant B next to processes without a tenant that use as many processors.',
];

const options = {
  part: { type: 'string', multiple: true },
  seconds: { type: 'string', default: String(secondsDefault) },
} as const;

/**
 * `npm run bench:tenants`: exits with status 0 only if every target is reached. `-- --part=deliveries`
 * measures one part and its attacks only (repeatable), `-- --seconds=5` shortens each phase, `-- --write`
 * saves the figures in the repository.
 */
await runBench(async (onEnd) => {
  const { values } = parseArgs({ options, strict: false });
  const asked = [values.part ?? []].flat();
  const unknown = asked.find((name) => !partNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`Unknown part ${unknown}: choose ${partNames.join(', ')}.`);
  const parts = partNames.filter((name) => asked.length === 0 || asked.includes(name));
  const findings = await measureTenants(onEnd, parts, Number(values.seconds));
  const preface = [
    `  Tenant A kept ${rounded(findings.processors)} processors at work.`,
    ...(findings.wasIdle
      ? []
      : ['  Its work continued after the storm: the last two figures of each row include it.']),
    '',
  ].join('\n');
  const rows = rowsOf(findings);

  return { rows, preface, savedFiles: [[page, describePage(heading, rows)]] };
}, options);
