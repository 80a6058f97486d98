import { type EntryRules, refusalOf } from '#lib/campaigns/enrolment.ts';
import { type CampaignItem, enrolmentTurnKey, type Job, jobKey } from '#lib/campaigns/items.ts';
import { nextChunk, progressWrites } from '#lib/campaigns/job-progress.ts';
import { findCampaignItem } from '#lib/campaigns/running.ts';
import { delayMs } from '#lib/campaigns/step.ts';
import { mustBeMailable } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionsOf } from '#lib/executions/executions.ts';
import { enrolWrite } from '#lib/executions/transitions.ts';
import { commit } from '#lib/runtime/commit.ts';
import { newId } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';
import { type Table, TransactionRefused, type Write } from '#lib/storage/table.ts';

/** Two writes a contact, and the job, the counters and the turn: below 100 in one transaction. */
const chunkSize = 45;

interface Entry {
  readonly contactId: string;
  /** The execution that ended before this one begins. */
  readonly previous: Execution | undefined;
}

/** Enrols a job's next contacts: those who may enter by then. */
export async function enrolChunk(
  services: Services,
  workspaceId: string,
  job: Job,
): Promise<Job | undefined> {
  const { table, now } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return dropJob(table, workspaceId, job);
  const { chunk, next } = nextChunk(job, chunkSize);
  const unmailable = new Set<string>();

  return decideAnew(async () => {
    const turn = await takeTurn(table, workspaceId, now());
    const entries = await entriesOf(table, workspaceId, campaign, chunk);
    for (;;) {
      const wanted = entries.filter(({ contactId }) => !unmailable.has(contactId));
      const progress = progressWrites(workspaceId, job, next, chunk.length - wanted.length);
      const writes = [
        ...progress,
        turn,
        ...wanted.flatMap((entry) => entryWrites(services, workspaceId, campaign, entry)),
      ];
      try {
        await commit(services, workspaceId, { writes });

        return next;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        if (error.failed.has(0)) return undefined;
        if (error.failed.has(1)) return dropJob(table, workspaceId, job);
        // A contact that is gone or suppressed by now is left out; the others go on.
        for (const position of error.failed.keys()) {
          const entry = wanted[Math.floor((position - 3) / 2)];
          if (entry) unmailable.add(entry.contactId);
        }
      }
    }
  });
}

/** Who may enter, as everything is now. That a contact is mailable is a condition of its writes. */
async function entriesOf(
  table: Table,
  workspaceId: string,
  campaign: EntryRules,
  contactIds: readonly string[],
): Promise<Entry[]> {
  const executions = await Promise.all(contactIds.map((id) => executionsOf(table, workspaceId, id)));

  return contactIds.flatMap((contactId, position) => {
    const own = executions[position] ?? [];
    if (refusalOf(campaign, 'active', own) !== undefined) return [];

    return [{ contactId, previous: own.find(({ campaignId }) => campaignId === campaign.id) }];
  });
}

/** Nobody else in the workspace has enrolled anybody since the executions were read. */
async function takeTurn(table: Table, workspaceId: string, now: number): Promise<Write> {
  const key = enrolmentTurnKey(workspaceId);
  const item = await table.get(key, { consistent: true });
  const turn = Number(item?.['turn'] ?? 0);

  return {
    put: { ...key, turn: turn + 1, takenAt: now },
    if: item ? { turn: { is: turn } } : { pk: 'absent' },
    otherwise: () => new Stale('another enrolment was faster'),
  };
}

function entryWrites(
  { now }: Services,
  workspaceId: string,
  { id: campaignId, steps }: CampaignItem,
  { contactId, previous }: Entry,
): Write[] {
  const [first] = steps;
  const execution: Execution = {
    id: newId('exe', now()),
    workspaceId,
    campaignId,
    contactId,
    status: 'pending',
    sendState: 'due',
    dueAt: now() + (first ? delayMs(first.delay) : 0),
    sendAttempts: 0,
    sentCount: 0,
  };

  return [enrolWrite(execution, previous), mustBeMailable(workspaceId, contactId)];
}

/** Its campaign is gone. */
async function dropJob(table: Table, workspaceId: string, { campaignId, jobId }: Job): Promise<undefined> {
  await table.transact([{ delete: jobKey(workspaceId, campaignId, jobId) }]);
}
