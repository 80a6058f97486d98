import type { Endpoints } from './lambda/function-environment.ts';

/** Who may use the stack that has just started. */
export interface SeededAccess {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly readOnlyApiKey: string;
}

/** Everything that a person or a test needs to use the running stack. */
export interface ReadyReport extends SeededAccess {
  readonly baseUrl: string;
  readonly mail: { readonly smtp: { readonly host: string; readonly port: number }; readonly webUrl: string };
  readonly tableName: string;
  readonly controlUrl: string;
  readonly endpoints: Endpoints;
  /** The variables that an operator's command needs to reach the same table, queues and keys. */
  readonly environment: Readonly<Record<string, string>>;
}

export function describeReady({ baseUrl, apiKey, readOnlyApiKey, mail, controlUrl }: ReadyReport): string {
  return [
    '',
    `  API            ${baseUrl}`,
    `  API key        ${apiKey}`,
    `  read-only key  ${readOnlyApiKey}`,
    `  mail           SMTP ${mail.smtp.host}:${mail.smtp.port}, inbox ${mail.webUrl}`,
    `  control        ${controlUrl}/status`,
    '',
    `  curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/contacts`,
    '',
    '  npm run local -- clock +3d   moves the clock three days ahead',
    '  Ctrl-C stops the stack; its data stay for the next start.',
    '',
    '',
  ].join('\n');
}
