import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';
import { text } from '#lib/values/schemas.ts';

/**
 * One message of JSON-RPC 2.0, without batches: https://modelcontextprotocol.io/specification/2025-11-25/basic. The depth and the
 * number of values of `params` are limited when the body is parsed.
 */
const Message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  /** Absent for a notification. */
  id: z.optional(z.union([text(200), z.int()])),
  method: text(100),
  params: z.optional(z.record(text(100), z.unknown())),
});

export const mcpRoutes = {
  call: contract({
    method: 'POST',
    path: '/mcp',
    summary: 'Serve agents that use the Model Context Protocol',
    auth: 'credential',
    // Each tool checks the caller with the contract of its operation.
    role: 'viewer',
    scope: 'read-only',
    // What the operations of all tools need together.
    needs: ['table:write', 'authority:check', 'secrets:seal', 'tokens:sign', 'links:make'],
    body: Message,
    responses: {},
  }),
};
