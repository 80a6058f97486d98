import { UserError } from '../command-line/user-error.ts';
import { ensureBuckets } from './resources/buckets.ts';
import type { Clients } from './resources/clients.ts';
import { ensureQueues } from './resources/queues.ts';
import { ensureSchedules } from './resources/schedules.ts';
import { ensureTable } from './resources/tables.ts';
import { readAssembly } from './template/assembly.ts';
import { readModel, type StackModel } from './template/model.ts';

/** The template's model, after its table, queues, bucket and schedules exist in the engines. */
export interface Deployment {
  readonly model: StackModel;
  /** By queue name. */
  readonly queueUrls: ReadonlyMap<string, string>;
  /** By the ARN of the table. */
  readonly streamArns: ReadonlyMap<string, string>;
  readonly tableName: string;
}

/** Creates missing resources in the engines. Idempotent: existing ones and their data are unchanged. */
export async function deployTemplate(
  assemblyFolder: string,
  region: string,
  clients: Clients,
): Promise<Deployment> {
  const assembly = await readAssembly(assemblyFolder);
  const deploymentTarget = { region, accountId: '000000000000' };
  // Queues have no URL before they exist, so the template is read twice: first to create them, then with
  // their URLs.
  const draft = readModel(assembly, { ...deploymentTarget, queueUrls: new Map() });
  const queueUrls = await ensureQueues(clients.sqs, draft.queues);
  const model = readModel(assembly, { ...deploymentTarget, queueUrls });
  const streamArns = new Map<string, string>();

  for (const table of model.tables) {
    const streamArn = await ensureTable(clients.dynamodb, table);
    if (streamArn !== undefined) streamArns.set(table.arn, streamArn);
  }
  await ensureBuckets(clients.s3, model.buckets);
  await ensureSchedules(clients.scheduler, model.scheduleGroups, model.schedules);
  const [table, ...others] = model.tables;
  if (table === undefined || others.length > 0)
    throw new UserError('The local stack runs exactly one table.');

  return { model, queueUrls, streamArns, tableName: table.name };
}
