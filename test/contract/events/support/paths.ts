import type { ChangeName } from '../../../../infra/openapi/prose/event-table.ts';
import type { EndpointRequest } from '../../../bench/support/invoke.ts';
import type { MailHost } from '../../../workers/support/inbox.ts';
import type { MailServer } from '../../../workers/support/mail-server.ts';

/** What a path is tried with. */
export interface World {
  readonly mail: MailServer;
  readonly host: MailHost;
  /** Calls an endpoint as the path that is tried. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of responses
  readonly request: (operation: string, request: EndpointRequest) => Promise<any>;
}

export type TryPath = (world: World) => Promise<unknown>;

/** How each path of a change is tried. `next` names changes that the same act makes after it. */
export type Paths = Readonly<
  Partial<Record<ChangeName, Readonly<Record<string, { readonly act: TryPath; readonly next?: ChangeName }>>>>
>;
