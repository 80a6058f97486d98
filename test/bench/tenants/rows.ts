import { type Row, rounded } from '../support/report.ts';
import { percentile } from '../support/statistics.ts';
import type { Findings, Phase } from './measure.ts';
import type { Probe } from './probe.ts';

const disturbanceMax = 2;
/**
 * Milliseconds below which noise of the machine dominates: a multiple of a very small value is still small.
 */
const noiseMs = 100;

/** One row per part: the worst window of the storm, as a multiple of the undisturbed value. */
export function rowsOf(findings: Findings): Row[] {
  const { probes, storm } = findings;
  const missing = [...storm, findings.before, findings.after].flatMap((phase) =>
    [...phase.values()].map((sample) => sample.missing),
  );
  const lost = missing.reduce((sum, count) => sum + count, 0);

  return [
    ...probes.map((probe) => rowOf(findings, probe)),
    {
      what: 'calls, events, replies and e-mails of tenant B without a response within 20 s',
      measured: String(lost),
      bar: '0',
      holds: lost === 0,
    },
  ];
}

function rowOf({ before, storm, after, busy }: Findings, { name, label }: Probe): Row {
  const reference = Math.max(p99(before, name), noiseMs);
  const ratios = storm.map((phase) => p99(phase, name) / reference);
  const worst = Math.max(...ratios);

  return {
    what: `${label}: 99th percentile while tenant A attacks, times the undisturbed`,
    measured: rounded(worst),
    bar: `≤ ${disturbanceMax}`,
    holds: worst <= disturbanceMax,
    detail: [
      `windows ${ratios.map(rounded).join(', ')}`,
      `undisturbed p50 ${ms(p50(before, name))}, p99 ${ms(p99(before, name))}`,
      `attacked p50 ${storm.map((phase) => ms(p50(phase, name))).join(', ')}`,
      `after the storm ${rounded(p99(after, name) / reference)}`,
      `the same processor load without a tenant ${rounded(p99(busy, name) / reference)}`,
    ].join('; '),
  };
}

const ms = (value: number) => `${Math.round(value)} ms`;

function p50(phase: Phase, name: Probe['name']): number {
  return percentile(phase.get(name)?.latencies ?? [], 0.5);
}

function p99(phase: Phase, name: Probe['name']): number {
  return percentile(phase.get(name)?.latencies ?? [], 0.99);
}
