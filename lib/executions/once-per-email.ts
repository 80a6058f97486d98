import type { Change } from '#lib/commit/change.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { emailEventKey } from '#lib/executions/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

/** An email, which is a step of an execution, has at most one event of each kind; of reported rejections, one for each reason. */
const singleKinds: readonly EventKind[] = ['email.bounced', 'email.rejected', 'email.unsubscribed'];

/** As long as the marks of received messages: `lib/inbox/items.ts`. */
const retentionSeconds = 400 * 86_400;

/**
 * Removes bounces, reported rejections and unsubscribes of emails that have had such an event, and marks the emails of the
 * others. Gateways repeat reports, recipients can forge them, and a rejected email may also be reported. The mark is a separate
 * item, because the change may end the execution in another write, and because a new enrolment replaces the execution.
 */
export async function oncePerEmail<Planned extends Pick<Change<unknown>, 'writes' | 'events'>>(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  change: Planned,
): Promise<Planned> {
  const { events = [] } = change;
  const expiresAtEpochSeconds = Math.floor(now() / 1000) + retentionSeconds;
  const marks: Write[] = [];
  const repeated = new Set<unknown>();
  for (const event of events.filter(({ type }) => singleKinds.includes(type))) {
    const { contactId = '', executionId = '', stepId = '', reason } = event.data as Record<string, string>;
    const kind = event.type === 'email.rejected' ? `${event.type}#${reason}` : event.type;
    const key = emailEventKey(workspaceId, { contactId, executionId, stepId }, kind);
    if (await table.get(key)) repeated.add(event);
    else
      marks.push({
        put: { ...key, expiresAtEpochSeconds },
        if: { pk: 'absent' },
        otherwise: executionChanged,
      });
  }

  return {
    ...change,
    writes: [...change.writes, ...marks],
    events: events.filter((event) => !repeated.has(event)),
  };
}
