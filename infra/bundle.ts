import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { type BundleRequest, bundleSources, type Source } from './bundle/bundle-sources.ts';

/** Sources of all endpoints and workers. */
export const operationSources: readonly Source[] = [...routedEndpoints, fallback, ...workers].map(
  ({ name, file }) => ({ name, file }),
);

/**
 * Bundles functions, by default all of them.
 * @returns the code folder of each operation; see `bundleSources`
 */
export function bundleFunctions({
  sources = operationSources,
  ...request
}: Omit<BundleRequest, 'sources'> & { readonly sources?: readonly Source[] }): Promise<Map<string, string>> {
  return bundleSources({ ...request, sources });
}
