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
  '# What one tenant can do to another',
  '',
  'Measured by `npm run bench:tenants -- --write` on one machine with two processors, on which both tenants, the engines and',
  'all functions run. Tenant A imports 1,000 rows twice a minute with 50 webhooks, ten of which hang, and calls endpoints that',
  'wait for others with 50 API keys. It owns inboxes with pathological messages, and mail servers that flood or hang. Tenant B',
  'does a little of everything. Its 99th percentile is measured in three windows in a row; each must keep the bar.',
  '',
  'The local stack cannot show what AWS adds: instances with processors of their own, fair queues that prefer groups with',
  'few messages in flight, and concurrency that is reserved for each function. What the machine alone costs is shown by the',
  'last figure of each line: tenant B beside processes of no tenant that keep as many processors at work.',
];

const options = {
  part: { type: 'string', multiple: true },
  seconds: { type: 'string', default: String(secondsDefault) },
} as const;

/**
 * `npm run bench:tenants`: ends with status 0 only when every bar is kept. `-- --part=deliveries` measures one part and its
 * attacks alone (it may be repeated), `-- --seconds=5` shortens each phase, `-- --write` keeps the figures in the repository.
 */
await runBench(async (onEnd) => {
  const { values } = parseArgs({ options, strict: false });
  const asked = [values.part ?? []].flat();
  const unknown = asked.find((name) => !partNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: choose ${partNames.join(', ')}.`);
  const parts = partNames.filter((name) => asked.length === 0 || asked.includes(name));
  const findings = await measureTenants(onEnd, parts, Number(values.seconds));
  const preface = [
    `  Tenant A kept ${rounded(findings.processors)} processors at work.`,
    ...(findings.isQuiet
      ? []
      : ['  Its work went on after the storm: the last two figures of each row include it.']),
    '',
  ].join('\n');
  const rows = rowsOf(findings);

  return { rows, preface, kept: [[page, describePage(heading, rows)]] };
}, options);
