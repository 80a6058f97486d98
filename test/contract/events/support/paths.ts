import type { ChangeName } from '../../../../infra/openapi/prose/event-table.ts';
import type { EndpointRequest } from '../../../bench/support/invoke.ts';
import type { MailHost } from '../../../workers/support/inbox.ts';
import type { MailServer } from '../../../workers/support/mail-server.ts';

/** Dependencies of a path's test. */
export interface World {
  readonly mail: MailServer;
  readonly host: MailHost;
  /** Calls an endpoint and attributes its commits to the tested path. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of responses
  readonly request: (operation: string, request: EndpointRequest) => Promise<any>;
}

export type RunPath = (world: World) => Promise<unknown>;

/** The tests of each path of a change. `next` names further changes of the same action. */
export type Paths = Readonly<
  Partial<Record<ChangeName, Readonly<Record<string, { readonly act: RunPath; readonly next?: ChangeName }>>>>
>;
