import type { Visit } from '#lib/http/visit.ts';
import { findDomainClaim } from '#lib/links/domain-claim.ts';
import type { Services } from '#lib/runtime/services.ts';

export interface HostServices extends Services {
  /** Where the stage's links lead, without a slash at the end. */
  readonly linksBaseUrl: string;
}

type VisitedHost = Pick<Visit, 'host' | 'isDefaultEndpoint' | 'receivedAt'>;

const cacheMs = 60_000;
const hostsMax = 1000;

/** The owners of tracking domains that this container has looked up. A host without an owner is remembered, too. */
const owners = new Map<string, { readonly workspaceId: string | undefined; readonly readAt: number }>();

/**
 * Whether links of a workspace answer under the host of a visit: a host of the stage, or a tracking domain that the workspace
 * has claimed. A host of the stage costs no read, so its links work while the table is away.
 * @throws when the owner of a host that this container does not know cannot be read
 */
export async function isHostOf(
  services: HostServices,
  visit: VisitedHost,
  workspaceId: string,
): Promise<boolean> {
  const { host, isDefaultEndpoint } = visit;
  if (isDefaultEndpoint || host === new URL(services.linksBaseUrl).host) return true;

  return (await ownerOf(services, visit)) === workspaceId;
}

async function ownerOf(
  { table }: HostServices,
  { host, receivedAt }: VisitedHost,
): Promise<string | undefined> {
  const known = owners.get(host);
  if (known && receivedAt - known.readAt >= 0 && receivedAt - known.readAt < cacheMs)
    return known.workspaceId;
  try {
    const workspaceId = (await findDomainClaim(table, host))?.workspaceId;
    remember(host, { workspaceId, readAt: receivedAt });

    return workspaceId;
  } catch (error) {
    // An owner of a minute ago is better than an error while the table is away.
    if (known?.workspaceId === undefined) throw error;

    return known.workspaceId;
  }
}

function remember(host: string, owner: { workspaceId: string | undefined; readAt: number }): void {
  const [oldest] = owners.keys();
  if (owners.size >= hostsMax && oldest !== undefined) owners.delete(oldest);
  owners.delete(host);
  owners.set(host, owner);
}
