import { expect, test } from 'vitest';
import { prefersJson } from '#lib/http/accept.ts';

test.each([
  '',
  '*/*',
  'text/html',
  'text/*',
  'image/avif,image/webp,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json, text/html',
  'application/json;q=0.9, text/html',
  'application/json;q=0.5, */*;q=0.8',
  'application/json;q=0',
  'application/json;q=0, */*;q=0',
  'application/json;q=x',
  'application/json;q=0.1234, text/html;q=0.1',
  'application/jsonp',
  'application/vnd.api+json',
  ';q=1',
  ',,,',
  `application/json${' '.repeat(1000)}`,
])('%s gets HTML', (accept) => {
  expect(prefersJson(accept)).toBe(false);
});

test.each([
  'application/json',
  'Application/JSON ; charset=utf-8',
  'application/*',
  'application/json, */*',
  'application/json, text/plain, */*',
  'application/json;q=0.5, text/*;q=0.4',
  'text/html;q=0.9, application/json',
  'text/html;q=0, */*',
  'text/html;level=1;q=0.3,application/json;Q=0.400',
])('%s gets JSON', (accept) => {
  expect(prefersJson(accept)).toBe(true);
});
