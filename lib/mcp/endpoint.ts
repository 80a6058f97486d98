import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type EndpointHandler, endpoint } from '#lib/endpoints/handler.ts';
import { principalOf } from '#lib/endpoints/idempotency/perform-once.ts';
import { isPerformed } from '#lib/endpoints/idempotency/performed.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type Exchange, originOf } from '#lib/http/exchange.ts';
import { headerOf, parseInput } from '#lib/http/request.ts';
import { type OperationHandlers, operationCaller, operationRequest } from '#lib/mcp/call-operation.ts';
import { toolOperations } from '#lib/mcp/operations.ts';
import { createToolServer } from '#lib/mcp/server.ts';
import { services } from '#lib/runtime/services.ts';

/**
 * Creates the endpoint for agents. Each message has its own server and its own connection, because an instance keeps nothing for
 * the next message. Responses are JSON, because the gateway returns no streams.
 */
export function mcpEndpoint(definition: Contract, handlers: OperationHandlers): EndpointHandler {
  return endpoint(definition, async (event, exchange, context) => {
    const { body } = parseInput(definition, event);
    const principal = principalOf(exchange);
    const server = createToolServer(principal, {
      call: operationCaller(event, context, handlers, (remaining) => lowerWindow(exchange, remaining)),
      isPerformed: (tool, values, key) => {
        const contract = toolOperations[tool.operation];

        return isPerformed(
          contract,
          services(),
          operationRequest(event, contract, values, key),
          principal.id,
        );
      },
      idempotencyKey: headerOf(event, 'idempotency-key'),
      requestId: event.requestContext.requestId,
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const response = await transport.handleRequest(messageRequest(event), { parsedBody: body });
    const text = await response.text();

    return { status: response.status, body: text === '' ? undefined : text };
  });
}

/** The response has the state of the window after all operations of the message. */
function lowerWindow(exchange: Exchange, remaining: number): void {
  const { window } = exchange;
  if (window) exchange.window = { ...window, remaining: Math.min(window.remaining, remaining) };
}

/** The headers that the transport reads. It requires an Accept header that lists streams, which the response never is. */
function messageRequest(event: APIGatewayProxyEvent): Request {
  const version = headerOf(event, 'mcp-protocol-version');

  return new Request(originOf(event).url, {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    },
  });
}
