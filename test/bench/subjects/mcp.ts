import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets } from '../support/figures.ts';

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const readMessage = {
  ...message,
  method: 'tools/call',
  params: { name: 'list_campaigns', arguments: {} },
};

export const mcpSubjects: readonly EndpointSubject[] = [
  {
    operation: 'mcp.call',
    detail: 'list of tools',
    target: readTargets.one,
    prepare: () => ({ body: message }),
  },
  {
    operation: 'mcp.call',
    detail: 'a tool that reads a list',
    why: 'the message and the operation of its tool are admitted and counted separately',
    prepare: () => ({ body: readMessage }),
  },
];
