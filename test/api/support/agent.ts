import { handler } from '../../../functions/mcp/call.ts';
import { type Agent, connectAgent } from '../../support/agent.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';

/** Connects the official client to the function in this process. */
export function newAgent(apiKey: string): Promise<Agent> {
  return connectAgent('https://api.outreach.example/mcp', apiKey, async (_, init = {}) => {
    // The gateway responds to other methods.
    if (init.method !== 'POST') return new Response(null, { status: 405 });
    const headers = Object.fromEntries(new Headers(init.headers));
    const reply = await call(handler, { method: 'POST', path: '/mcp', headers, body: init.body });

    return new Response(reply.text === '' ? null : reply.text, {
      status: reply.status,
      headers: { ...reply.headers },
    });
  });
}

/** Sends one message as it is. */
export function sendMessage(
  message: unknown,
  request: Partial<Omit<TestRequest, 'body'>> = {},
): Promise<TestReply> {
  return call(handler, { method: 'POST', path: '/mcp', body: message, ...request });
}
