import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Arguments, type CallOperation, OperationRefused } from '#lib/mcp/call-operation.ts';
import type { Effect } from '#lib/mcp/confirmations.ts';
import type { Tool } from '#lib/mcp/tools.ts';
import { log } from '#lib/runtime/log.ts';
import { problem } from '#lib/values/problem.ts';

export interface ToolContext {
  readonly call: CallOperation;
  /** Whether the response for an Idempotency-Key is stored, so that a call with it changes nothing. */
  readonly isPerformed: (tool: Tool, values: Arguments, idempotencyKey: string) => Promise<boolean>;
  /** The `Idempotency-Key` header of the message. The argument of a tool has precedence. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

/** Performs the operation of a tool. An error of the operation is a result, so that the agent can read it. */
export async function callTool(tool: Tool, given: Arguments, context: ToolContext): Promise<CallToolResult> {
  const { idempotencyKey: argument, confirm, ...others } = given;
  const values = { ...others, ...tool.fixed };
  const idempotencyKey = argument === undefined ? context.idempotencyKey : String(argument);
  try {
    const isPerformed =
      tool.confirm !== undefined &&
      idempotencyKey !== undefined &&
      (await context.isPerformed(tool, values, idempotencyKey));
    const effect = isPerformed ? undefined : await tool.confirm?.(context.call, values);
    if (effect && effect.text !== confirm) return unconfirmed(effect, confirm);

    return resultOf((await context.call(tool.operation, values, idempotencyKey)).body);
  } catch (error) {
    return failureOf(error, context);
  }
}

/** Nothing was done: the agent has to show the effect, and then repeat the call. */
function unconfirmed({ text, details }: Effect, confirm: unknown): CallToolResult {
  const message =
    confirm === undefined
      ? 'nothing was done: show this to a person, then repeat the call with this value of confirm'
      : 'nothing was done: confirm differs from what the call would do now';

  return errorOf({ error: { code: 'CONFIRMATION_REQUIRED', message }, confirm: text, ...details });
}

function failureOf(error: unknown, { requestId }: ToolContext): CallToolResult {
  if (error instanceof OperationRefused) return errorOf(error.reply.body);
  log('error', 'failed', { requestId }, error);

  return errorOf(problem('INTERNAL_ERROR', 'the service failed; try again').bodyFor(requestId));
}

function errorOf(body: Arguments): CallToolResult {
  return { ...resultOf(body), isError: true };
}

function resultOf(body: Arguments): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: { ...body } };
}
