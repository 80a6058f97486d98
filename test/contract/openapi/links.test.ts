import { describe, expect, test } from 'vitest';
import { resolveLinks } from '../../../infra/openapi/links.ts';
import { documented } from '../../support/documented.ts';

const linksIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor);

const described = (description: string) =>
  resolveLinks({ ...documented, info: { ...documented.info, description } }).info.description;

describe('A link to a heading', () => {
  test('becomes the anchor of the chapter in the page of GET /docs', () => {
    expect(described('See [the limits](#rate-limits).')).toContain('[the limits](#tag/rate-limits)');
  });

  test('leads to the tag that has the heading', () => {
    expect(described('[Import](#importing-a-file), [events](#webhook-events)')).toBe(
      '[Import](#tag/contacts), [events](#tag/webhook-events)',
    );
  });
});

test('every link in the document leads to a heading', () => {
  const links = linksIn(documented);

  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !/^tag\//.test(link))).toEqual([]);
  expect(linksIn(described('See [Nothing](#nothing).'))).toEqual(['nothing']);
});
