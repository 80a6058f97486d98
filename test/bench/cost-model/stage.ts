import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { OutreachService } from '../../../infra/outreach-service.ts';
import { stageSettings } from '../../../infra/stages.ts';
import { appOptions } from '../../../infra/synthesise.ts';

/** Resources of a stage with monthly costs, regardless of usage. */
export interface StageInventory {
  /** CloudWatch bills an alarm per listed metric, and per metric that its query returns. */
  readonly alarmMetrics: number;
  readonly dashboards: number;
  readonly keys: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
}

const Alarm = z.object({
  Metrics: z.optional(
    z.array(z.object({ MetricStat: z.optional(z.unknown()), Expression: z.optional(z.unknown()) })),
  ),
});
const Templates = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});

/** Reads a stage's templates, as they are deployed without a domain and other optional settings. */
export function readInventory(stage: string): StageInventory {
  const folder = mkdtempSync(join(tmpdir(), 'cost-model-'));
  try {
    const app = new App({ ...appOptions, outdir: join(folder, 'assembly') });
    for (const { name } of [...routedEndpoints, fallback, ...workers]) {
      mkdirSync(join(folder, 'functions', name), { recursive: true });
    }
    const code = { functionsFolder: join(folder, 'functions') };
    const settings = stageSettings(stage, { generatedLinks: true });
    new OutreachService(app, 'Outreach', { ...settings, stage, code });
    const resources = app
      .synth()
      .stacks.flatMap(({ template }) => Object.values(z.parse(Templates, template).Resources));
    const ofType = (type: string) => resources.filter(({ Type }) => Type === type);

    return {
      alarmMetrics: ofType('AWS::CloudWatch::Alarm').reduce(
        (sum, alarm) => sum + metricsOf(alarm.Properties),
        0,
      ),
      dashboards: ofType('AWS::CloudWatch::Dashboard').length,
      keys: ofType('AWS::KMS::Key').length,
      polledQueues: ofType('AWS::Lambda::EventSourceMapping').filter(
        ({ Properties }) => Properties?.['ScalingConfig'] !== undefined,
      ).length,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A query counts as one metric: metrics of throttles exist only during throttling. */
function metricsOf(properties: unknown): number {
  const { Metrics = [] } = z.parse(Alarm, properties);
  const listed = Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;

  return Math.max(1, listed);
}
