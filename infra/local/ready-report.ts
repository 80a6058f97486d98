import type { Endpoints } from './lambda/function-environment.ts';
import { stateArgument } from './running-stack.ts';
import { describeOffset } from './status-table.ts';

/** Credentials for the stack. */
export interface SeededAccess {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly readOnlyApiKey: string;
  /** Login of the seeded user. */
  readonly user: { readonly email: string; readonly password: string };
}

/** Addresses and credentials of the running stack, for users and tests. */
export interface ReadyReport extends Omit<SeededAccess, 'user'> {
  readonly baseUrl: string;
  /** Start page for a browser, and the login of a user. */
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  /** The API reference, a page for a browser. */
  readonly referenceUrl: string;
  readonly mail: {
    readonly smtp: { readonly host: string; readonly port: number };
    /** A login with any address and any password reads the emails to that address. */
    readonly imap: { readonly host: string; readonly port: number };
    readonly webUrl: string;
  };
  readonly tableName: string;
  /** Milliseconds by which the stack's clock is ahead of the machine's clock. */
  readonly clockOffsetMs: number;
  readonly controlUrl: string;
  readonly endpoints: Endpoints;
  /** Endpoints that functions call: fault proxies if faults are configured, otherwise the engines. */
  readonly functionEndpoints: Endpoints;
  /** Environment variables with which the operator's commands reach the same table, queues and keys. */
  readonly environment: Readonly<Record<string, string>>;
}

/** @param state the folder with the stack's state, as on the command line */
export function describeReady(report: ReadyReport, state: string): string {
  const { baseUrl, apiKey, readOnlyApiKey, dashboard, referenceUrl, mail, controlUrl, clockOffsetMs } =
    report;
  const option = stateArgument(state);

  return [
    '',
    `  dashboard      ${dashboard.url}, a page for a browser`,
    `  sign-in        ${dashboard.email}, password ${dashboard.password}`,
    `  API            ${baseUrl}`,
    `  API key        ${apiKey}`,
    `  read-only key  ${readOnlyApiKey}`,
    `  reference      ${referenceUrl}, a page for a browser`,
    `  inbox          ${mail.webUrl}, a page with all emails; mailboxes with any address and password: SMTP ${mail.smtp.host}:${mail.smtp.port}, IMAP ${mail.imap.host}:${mail.imap.port}`,
    `  status         ${controlUrl}/status as JSON; npm run local -- status${option}`,
    `  clock          ${describeOffset(clockOffsetMs)}`,
    '',
    `  curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/contacts`,
    '',
    `  npm run local -- clock +3d${option}   moves the clock three days ahead`,
    '  Ctrl-C stops the stack; its data stay for the next start.',
    '',
    '',
  ].join('\n');
}
