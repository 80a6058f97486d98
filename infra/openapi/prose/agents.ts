import { toolOperations } from '#lib/mcp/operations.ts';
import { type Tool, tools } from '#lib/mcp/tools.ts';
import { markdownTable } from '../markdown.ts';

function rowOf([name, { operation, confirm }]: readonly [string, Tool]): string[] {
  const { method, path } = toolOperations[operation];
  const condition = confirm ? (conditions[name] ?? 'always') : 'no';

  return [`\`${name}\``, `\`${method} ${path}\``, condition];
}

/** When a tool needs a confirmation, if not always. */
const conditions: Readonly<Record<string, string>> = {
  import_contacts:
    'while an active campaign can send to the contacts, and with `onDuplicate` `update` while a campaign is active',
  update_campaign: 'while the campaign is active',
};

/** A chapter of the document. */
export const agentsText = `
## Agents

\`POST /mcp\` is a server of the [Model Context Protocol](https://modelcontextprotocol.io) for AI agents, with the transport Streamable HTTP. Configure
an agent with this URL and the header \`Authorization: Bearer <API_KEY>\`:

\`\`\`json
{"mcpServers": {"outreach": {"type": "http", "url": "https://api.example.com/mcp", "headers": {"Authorization": "Bearer <API_KEY>"}}}}
\`\`\`

For an agent that starts its servers as commands (stdio), a bridge such as [mcp-remote](https://www.npmjs.com/package/mcp-remote) passes the messages on. Put
the header into a file that only you can read, as the line \`Authorization: Bearer <API_KEY>\`:

\`\`\`json
{"mcpServers": {"outreach": {"command": "npx", "args": ["-y", "mcp-remote", "https://api.example.com/mcp", "--transport", "http-only", "--header-file", "<FILE>"]}}}
\`\`\`

Each tool is an operation of this document, with its path parameters, query and body as arguments of one object. Scopes, roles, limits, errors
and the audit log are the same. An agent with a \`read-only\` key sees only tools for GET endpoints; give such a key to an agent that must not
change anything. An error is a result with \`isError\` and the envelope of the error.

A tool that sends or deletes first refuses: its error \`CONFIRMATION_REQUIRED\` has the numbers of the dry run, or what is sent or deleted, and a text
\`confirm\`. The same call with this text as the argument \`confirm\` performs the operation. If the numbers, the campaign or the content have
changed since, the text differs and the call is refused again. This does not prove that a person has seen the numbers, because the agent can copy the text.

${markdownTable(['Tool', 'Operation', 'Confirmation'], Object.entries(tools).map(rowOf))}

- Tools that write have the argument \`idempotencyKey\`, which is the header \`Idempotency-Key\` of the operation. A repeated call with the same key
  returns the first response and needs no confirmation.
- A message counts as one request, and each operation of its tool as another. \`start_campaign\` with \`confirm\` counts as four.
- A message is a JSON object of at most 1 MB. Batches are refused, sessions and streams do not exist, and responses are JSON. A malformed message
  returns 422, and an unsupported \`MCP-Protocol-Version\` returns 400.
- Texts of replies and contacts come from other people. An agent may take them for instructions, so review what it confirms.
`.trim();
