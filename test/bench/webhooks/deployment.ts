import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { type Services, services } from '#lib/runtime/services.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { newId } from '#lib/values/ids.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { type StackTime, stackTime } from '../../../infra/local/demo/stack-time.ts';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { startBenchStack } from '../support/bench-stack.ts';
import { fixedId } from '../support/fixtures.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { type Receivers, startReceivers } from './receivers.ts';

/** A running stack with receivers. This process may use its table and queues. */
export interface Deployment extends Services {
  readonly stack: ReadyReport;
  readonly time: StackTime;
  readonly receivers: Receivers;
  /** Of the stack, and of its table's engine. */
  readonly processIds: { readonly stack: number; readonly table: number };
}

/** Queues in which deliveries wait. */
export const deliveryQueues = ['deliveries', 'slowlane'];

/** @param breaker whether the circuit breaker pauses failing endpoints, as in production */
export async function deploy(onEnd: OnEnd, breaker: 'on' | 'off'): Promise<Deployment> {
  const receivers = await startReceivers();
  onEnd(receivers.stop);
  const { report, processIds } = await startBenchStack(
    onEnd,
    breaker === 'off' ? switchBreakerOff : undefined,
  );

  return { ...services(), stack: report, receivers, time: stackTime(report.controlUrl), processIds };
}

async function switchBreakerOff(assembly: string): Promise<void> {
  const [name = ''] = await Array.fromAsync(glob('*workers*.template.json', { cwd: assembly }));
  const file = join(assembly, name);
  const template = await readFile(file, 'utf8');
  const changed = template.replaceAll(/("FAILING_ATTEMPT_SECONDS": *)"\d+"/g, '$1"0"');
  if (changed === template) throw new Error('the template has no FAILING_ATTEMPT_SECONDS');
  await writeFile(file, changed);
}

export interface Subscription {
  readonly workspaceId: string;
  /** By the name of the receiver. */
  readonly webhookIds: Readonly<Record<string, string>>;
}

/** A separate workspace with one webhook per receiver, each subscribed to all events of a type. */
export async function subscribe(
  deployment: Deployment,
  names: readonly string[],
  kind: EventKind = 'email.sent',
): Promise<Subscription> {
  const { receivers, now, table } = deployment;
  const workspaceId = newId('wsp', now());
  const webhookIds: Record<string, string> = {};
  for (const name of names) {
    webhookIds[name] = await addWebhook(deployment, workspaceId, receivers.urlOf(name), kind);
  }
  await table.put({ put: { ...countersKey(workspaceId, fixedId('cmp', 0)), ...zeroCounters } });

  return { workspaceId, webhookIds };
}

/** @returns its id */
export async function addWebhook(
  deployment: Services,
  workspaceId: string,
  url: string,
  kind: EventKind = 'email.sent',
): Promise<string> {
  const connected = { ...deployment, vault: kmsVault(deployment), loopback: 'allow' as const };
  const change = await planWebhook(connected, { workspaceId }, NewWebhook.parse({ url, events: [kind] }));
  await commit(deployment, workspaceId, change);

  return change.result.id;
}
