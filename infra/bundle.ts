import { endpoints, fallback, workers } from '#lib/operations.ts';
import type { Capability } from '#lib/runtime/capabilities.ts';
import { type BundleRequest, bundleSources, type Source } from './bundle/bundle-sources.ts';

/**
 * Bundles functions, by default all of them.
 * @returns the code folder of each operation; see `bundleSources`
 */
export function bundleFunctions({
  sources = operationSources(),
  ...request
}: Omit<BundleRequest, 'sources'> & { readonly sources?: readonly Source[] }): Promise<Map<string, string>> {
  return bundleSources({ ...request, sources });
}

/** Sources of all endpoints and workers. Each one primes its connection to the table with a request that its role allows. */
export function operationSources(): Source[] {
  return [...endpoints, fallback, ...workers].map(({ name, file, definition }) => {
    const needs: readonly Capability[] = definition.needs;
    const readers: readonly Capability[] = [
      'table:read',
      'table:write',
      'visits:record',
      'visits:unsubscribe',
    ];
    const canRead = needs.some((need) => readers.includes(need));

    // Every other function may update the rate windows of addresses.
    return { name, file, priming: canRead ? 'reads' : 'counts' };
  });
}
