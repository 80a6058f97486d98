import type { Visit } from '#lib/http/visit.ts';
import { findDomainClaim } from '#lib/links/domain-claim.ts';
import type { Services } from '#lib/runtime/services.ts';

export interface HostServices extends Services {
  /** Base URL of the stage's links, without a trailing slash. */
  readonly linksBaseUrl: string;
}

const cacheMs = 60_000;
const hostsMax = 1000;

/** Cached owners of tracking domains in this container. Hosts without an owner are cached too. */
const owners = new Map<string, { readonly workspaceId: string | undefined; readonly readAt: number }>();

/**
 * Whether the visited host serves links of the workspace: a host of the stage, or a tracking domain of the workspace. A host
 * of the stage needs no read, so its links work while the table is unavailable.
 * @throws if the owner of the host can neither be read nor found in the cache, including its expired entries
 */
export async function isHostOfWorkspace(
  services: HostServices,
  visit: Visit,
  workspaceId: string,
): Promise<boolean> {
  const { host, isDefaultEndpoint } = visit;
  if (isDefaultEndpoint || host === new URL(services.linksBaseUrl).host) return true;

  return (await findOwner(services, visit)) === workspaceId;
}

async function findOwner({ table }: HostServices, { host, receivedAt }: Visit): Promise<string | undefined> {
  const cached = owners.get(host);
  // The clock may go back.
  if (cached && receivedAt >= cached.readAt && receivedAt - cached.readAt < cacheMs)
    return cached.workspaceId;
  try {
    const workspaceId = (await findDomainClaim(table, host))?.workspaceId;
    cacheOwner(host, { workspaceId, readAt: receivedAt });

    return workspaceId;
  } catch (error) {
    // An expired entry with an owner is better than an error. An entry without an owner would reject new domains.
    if (cached?.workspaceId === undefined) throw error;

    return cached.workspaceId;
  }
}

function cacheOwner(host: string, owner: { workspaceId: string | undefined; readAt: number }): void {
  // A host that is set again moves to the end, so the first host stays the oldest.
  owners.delete(host);
  const [oldest] = owners.keys();
  if (owners.size >= hostsMax && oldest !== undefined) owners.delete(oldest);
  owners.set(host, owner);
}
