import type { Endpoints } from './lambda/function-environment.ts';
import { describeOffset } from './status-table.ts';

/** Who may use the stack that has just started. */
export interface SeededAccess {
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly readOnlyApiKey: string;
  /** Who may log in. */
  readonly user: { readonly email: string; readonly password: string };
}

/** Everything that a person or a test needs to use the running stack. */
export interface ReadyReport extends Omit<SeededAccess, 'user'> {
  readonly baseUrl: string;
  /** Where a browser begins, and who logs in there: the documentation, which tries requests out by the session. */
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  readonly mail: {
    readonly smtp: { readonly host: string; readonly port: number };
    /** Whoever logs in by an address, with any password, reads what was sent to it. */
    readonly imap: { readonly host: string; readonly port: number };
    readonly webUrl: string;
  };
  readonly tableName: string;
  /** How far the clock was ahead of the machine's at the start. */
  readonly clockOffsetMs: number;
  readonly controlUrl: string;
  readonly endpoints: Endpoints;
  /** Endpoints that functions call: fault proxies where faults are wanted, the engines otherwise. */
  readonly functionEndpoints: Endpoints;
  /** The variables that an operator's command needs to reach the same table, queues and keys. */
  readonly environment: Readonly<Record<string, string>>;
}

export function describeReady(report: ReadyReport): string {
  const { baseUrl, apiKey, readOnlyApiKey, dashboard, mail, controlUrl, clockOffsetMs } = report;
  const moved = clockOffsetMs === 0 ? '' : '. npm run local -- clock reset';

  return [
    '',
    `  API            ${baseUrl}`,
    `  API key        ${apiKey}`,
    `  read-only key  ${readOnlyApiKey}`,
    `  reference      ${dashboard.url}, a page for a browser; log in as ${dashboard.email}, password ${dashboard.password}`,
    `  inbox          ${mail.webUrl}, a page with all emails; SMTP ${mail.smtp.host}:${mail.smtp.port}, IMAP ${mail.imap.host}:${mail.imap.port}`,
    `  status         ${controlUrl}/status as JSON; npm run local -- status`,
    `  clock          ${describeOffset(clockOffsetMs)}${moved}`,
    '',
    `  curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/contacts`,
    '',
    '  npm run local -- clock +3d   moves the clock three days ahead',
    '  Ctrl-C stops the stack; its data stay for the next start.',
    '',
    '',
  ].join('\n');
}
