import { expect, test } from 'vitest';
import { invalidLinksOf, linkCheckOf } from '#lib/emails/rendering/invalid-links.ts';

const anchor = (href: string) => ({ html: `<a href="${href}">x</a>` });

test.each([
  'acme.com',
  'www.acme.com/x',
  '',
  'https://',
  'https://a b.example',
  'http://https://acme.com',
  'https://http//acme.com',
  'https:https://acme.com',
  'HTTP://HTTPS://acme.com',
  'localhost:3000',
  'acme.com:8080/x',
  'intranet:8080',
  'javascript:void(0)',
  'data:text/html,x',
  'about:blank',
  'file:///C:/x',
  'C:\\x',
  'c:/x',
  'https://www.google.com/url?q=https://a.example/%257B%257BfirstName%257D%257D',
])('the link %j is invalid', (href) => {
  expect(invalidLinksOf(anchor(href))).toEqual([href]);
  expect(linkCheckOf(anchor(href))()).toEqual([href]);
});

test.each([
  '#top',
  'https://acme.com',
  'https://acme.com:8080/x?u=https://b.example',
  'HTTPS://https.example/localhost',
  'http://192.0.2.1/x',
  'https://e.example/?state=%7B%22a%22%3A%7B%7D%7D',
  'mailto:ann@acme.com',
  'tel:12345',
  'sms:12345',
  'callto:12345',
  'tel:+49%2030',
  'whatsapp:send?phone=1',
  'msteams:/l/chat',
  'skype:ann.lee?call',
  'webcal://a.example/x.ics',
])('the link %j is valid', (href) => {
  expect(invalidLinksOf(anchor(href))).toEqual([]);
  expect(linkCheckOf(anchor(href))()).toEqual([]);
});

test('a link is invalid only with values that make it so', () => {
  const check = linkCheckOf({ ...anchor('{{website}}'), text: 'https://{{website}}/x' });

  expect(check()).toEqual([]);
  expect(check(new Map([['website', 'https://acme.com']]))).toEqual([]);
  expect(check(new Map([['website', 'acme']]))).toEqual(['acme']);
});
