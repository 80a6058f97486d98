import { inject } from 'vitest';
import type { TestReply } from '../../support/call.ts';
import { expectDocumented, operationIdAt } from '../../support/documented.ts';
import { createStageClient, type StageClient } from './api-client.ts';
import type { Stage } from './set-up.ts';

/** The stage, and a client that requires documented responses. */
export function useStage(): Stage & { readonly api: StageClient } {
  const stage = inject('stage');
  const api = createStageClient(stage.baseUrl, { Authorization: `Bearer ${stage.apiKey}` });
  api.use({
    async onResponse({ request, response, schemaPath }) {
      expectDocumented(operationIdAt(request.method, schemaPath), await replyOf(response.clone()));
    },
  });

  return { ...stage, api };
}

/** Sends a request unchanged. */
export async function send(path: string, options: RequestInit = {}): Promise<TestReply> {
  return replyOf(await fetch(`${inject('stage').baseUrl}${path}`, { redirect: 'manual', ...options }));
}

async function replyOf(response: Response): Promise<TestReply> {
  const headers = Object.fromEntries(response.headers);
  const text = await response.text();
  const isJson = headers['content-type'] === 'application/json' && text !== '';

  return { status: response.status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
