import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The result of a tool. */
interface ToolResult {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  readonly body: any;
  readonly text: string;
}

export interface Agent {
  readonly client: Client;
  use(tool: string, values?: Record<string, unknown>): Promise<ToolResult>;
}

/** Connects the official client. @param fetch default: over HTTP */
export async function connectAgent(
  url: string,
  apiKey: string,
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response> = globalThis.fetch,
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  });

  // The declaration of the transport ignores `exactOptionalPropertyTypes`.
  return connectTransport(transport as Transport);
}

/** Connects the official client over a transport. */
export async function connectTransport(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);

  return {
    client,
    async use(tool, values = {}) {
      const result = await client.callTool({ name: tool, arguments: values });
      const [{ text } = { text: '' }] = result.content as { text: string }[];

      return { isError: result.isError === true, body: result.structuredContent, text };
    },
  };
}
