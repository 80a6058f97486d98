import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { expectNothingWritten, expectProblem, guarded, type Subject, subjectOf } from '../support/subject.ts';
import { unknownId } from '../support/valid-requests.ts';

const withId = guarded.filter(({ definition }) => definition.path.includes('{'));

/** Every id parameter of a path, with valid values in the others. */
const places = withId.flatMap((endpoint) =>
  [...endpoint.definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    endpoint,
    name,
    title: `${endpoint.name} {${name}}`,
  })),
);

describe.each(places)('$title', ({ endpoint, name }) => {
  let mine: Subject;
  let theirs: Subject;
  beforeAll(async () => {
    [mine, theirs] = await Promise.all([subjectOf(endpoint), subjectOf(endpoint)]);
  });

  test('returns an identical 404 for unknown, malformed and foreign ids, and changes nothing', async () => {
    const own = mine.valid.params?.[name] ?? '';
    const foreign = theirs.valid.params?.[name] ?? '';
    const ids = [
      foreign,
      unknownId(own),
      newId('wsp', Date.now()),
      own.toLowerCase(),
      own.slice(0, -1),
      `${own}0`,
      ` ${own}`,
      `${own}#`,
      own.replace('_', '%5F'),
      '..',
      '*',
      '0',
      '__proto__',
      `${foreign}' OR '1'='1`,
      'x'.repeat(5000),
    ];
    const replies = await expectNothingWritten(theirs, () =>
      expectNothingWritten(mine, () =>
        Promise.all(
          ids.map((id) =>
            mine.send(mine.workspace.apiKey, {
              params: { ...mine.valid.params, [name]: id },
              path: mine.valid.path.replace(own, encodeURIComponent(id)),
            }),
          ),
        ),
      ),
    );

    for (const reply of replies) expectProblem(reply, 404, 'NOT_FOUND');
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});
