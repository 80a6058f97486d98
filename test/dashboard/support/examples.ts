import * as z from 'zod/mini';
import { apiClient } from '../../../infra/local/demo/api-client.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { addBulkJob, addExport, addImport } from '../../api/support/seed.ts';

/** A value for each parameter of a page's address, by name: `campaignId`. */
export type Examples = Readonly<Record<string, string>>;

const Listed = z.object({ id: z.string(), name: z.optional(z.nullable(z.string())) });
const Job = z.object({ status: z.string() });

/** Objects of the workspace with the history. The jobs that the history lacks are run. */
export async function readExamples({ baseUrl, apiKey, workspaceId }: ReadyReport): Promise<Examples> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl, apiKey, waitSeconds });
  const first = async (path: string, name?: string): Promise<string> => {
    const { data } = await api.get(z.object({ data: z.array(Listed) }), path);
    const found = data.find((item) => name === undefined || item.name === name);
    if (found === undefined) throw new Error(`${path} has no ${name ?? 'entry'}`);

    return found.id;
  };
  const isDone = async (path: string) => (await api.get(Job, path)).status === 'completed';
  const importId = await addImport(workspaceId);
  const jobId = await addBulkJob(workspaceId);
  await addExport(workspaceId);
  await waitUntil('the import', () => isDone(`/contacts/imports/${importId}`));
  await waitUntil('the bulk job', () => isDone(`/bulk-jobs/${jobId}`));
  const webhookId = await first('/webhooks');
  const replyId = await first('/replies?label=interested');
  const { contactId } = await api.get(z.object({ contactId: z.string() }), `/replies/${replyId}`);

  return {
    webhookId,
    replyId,
    contactId,
    importId,
    jobId,
    campaignId: await first('/campaigns', 'Spring offer'),
    companyId: await first('/companies'),
    accountId: await first('/email-accounts'),
    deliveryId: await first(`/webhooks/${webhookId}/deliveries`),
  };
}

/** @throws if there is no example of a parameter */
export function fillIn(path: string, examples: Examples): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = examples[name];
    if (value === undefined) throw new Error(`${path}: examples.ts has no ${name}`);

    return value;
  });
}
