import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventKinds } from '#lib/values/event-kind.ts';
import { date, time } from '../../../infra/dashboard/api/search-params.ts';

const names = ['after', 'before', 'createdAfter', 'createdBefore', 'from', 'to'] as const;
type Validate = (search: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** `validateSearch` of each page, by the page's path. */
async function readValidators(): Promise<ReadonlyMap<string, Validate>> {
  // The client of the API reads the address of the document.
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1' } });
  const { createAppRouter } = await import('../../../infra/dashboard/router.tsx');
  const { routesById } = createAppRouter(new QueryClient());
  vi.unstubAllGlobals();
  const routes = Object.values(routesById) as readonly {
    readonly fullPath: string;
    readonly options: { readonly validateSearch?: unknown };
  }[];

  return new Map(
    routes
      .filter(({ options }) => typeof options.validateSearch === 'function')
      .map(({ fullPath, options }) => [fullPath, options.validateSearch as Validate]),
  );
}

test('a page that filters events keeps all event types in its address', async () => {
  const allTypes = eventKinds.join(',');
  const kept = [...(await readValidators())].flatMap(([path, validate]) => {
    const { type } = validate({ type: allTypes });

    return type === undefined ? [] : [[path, type]];
  });

  expect(kept.length).toBeGreaterThan(2);
  expect(kept).toEqual(kept.map(([path]) => [path, allTypes]));
});

test('every page ignores a time in its address that does not exist', async () => {
  const validators = await readValidators();
  const accepted = [...validators].flatMap(([path, validate]) =>
    names.flatMap((name) =>
      ['yesterday', '2026-13-45', '2026-13-45T00:00:00Z']
        .filter((value) => name in validate({ [name]: value }))
        .map((value) => `${path}?${name}=${value}`),
    ),
  );

  expect(validators.size).toBeGreaterThan(10);
  expect(accepted).toEqual([]);
});

test.each([
  ['a time in UTC', time, '2026-11-23T09:30:00.123Z', true],
  ['a time with an offset', time, '2026-11-23T09:30:00+01:00', false],
  ['a leap day', date, '2028-02-29', true],
  ['a day that the month does not have', date, '2026-02-30', false],
  ['a time on such a day', time, '2026-02-30T00:00:00Z', false],
])('in an address, %s is read only if it is valid', (_, read, value, isValid) => {
  expect(read(value)).toBe(isValid ? value : undefined);
});
