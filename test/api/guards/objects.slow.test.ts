import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { expectNothingWritten, expectProblem, guarded, type Subject, subjectOf } from '../support/subject.ts';
import { unknownId } from '../support/valid-requests.ts';

const withId = guarded.filter(({ definition }) => definition.path.includes('{'));

/** Every id parameter of a path, with valid values in the others. */
const idParameters = withId.flatMap((endpoint) =>
  [...endpoint.definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    endpoint,
    name,
    title: `${endpoint.name} {${name}}`,
  })),
);

describe.each(idParameters)('$title', ({ endpoint, name }) => {
  let ownSubject: Subject;
  let foreignSubject: Subject;
  beforeAll(async () => {
    [ownSubject, foreignSubject] = await Promise.all([subjectOf(endpoint), subjectOf(endpoint)]);
  });

  test('returns an identical 404 for unknown, malformed and foreign ids, and changes nothing', async () => {
    const ownId = ownSubject.valid.params?.[name] ?? '';
    const foreign = foreignSubject.valid.params?.[name] ?? '';
    const ids = [
      foreign,
      unknownId(ownId),
      newId('wsp', Date.now()),
      ownId.toLowerCase(),
      ownId.slice(0, -1),
      `${ownId}0`,
      ` ${ownId}`,
      `${ownId}#`,
      ownId.replace('_', '%5F'),
      '..',
      '*',
      '0',
      '__proto__',
      `${foreign}' OR '1'='1`,
      'x'.repeat(5000),
    ];
    const replies = await expectNothingWritten(foreignSubject, () =>
      expectNothingWritten(ownSubject, () =>
        Promise.all(
          ids.map((id) =>
            ownSubject.send(ownSubject.workspace.apiKey, {
              params: { ...ownSubject.valid.params, [name]: id },
              path: ownSubject.valid.path.replace(ownId, encodeURIComponent(id)),
            }),
          ),
        ),
      ),
    );

    for (const reply of replies) expectProblem(reply, 404, 'NOT_FOUND');
    const texts = replies.map(({ body, text }) => text.replace(body.error.requestId, ''));
    expect(new Set(texts).size).toBe(1);
  });
});
