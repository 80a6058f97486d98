import { beforeEach, expect, test, vi } from 'vitest';
import {
  discardAllDrafts,
  draftLengthMax,
  openDrafts,
  readDraft,
  writeDraft,
} from '../../../infra/dashboard/api/drafts.ts';
import { restore } from '../../../infra/dashboard/components/form/use-draft.ts';

/** Keeps texts as properties, as browsers do. */
class MemoryStorage {
  [key: string]: unknown;
  constructor(lengthMax = 5_000_000) {
    const methods = {
      getItem: (key: string) => (Object.hasOwn(this, key) ? this[key] : null),
      removeItem: (key: string) => delete this[key],
      setItem: (key: string, text: string) => {
        const length = Object.values({ ...this, [key]: text }).join('').length;
        if (length > lengthMax) throw new Error('The quota is exceeded');
        this[key] = text;
      },
    };
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(this, name, { value, enumerable: false });
    }
  }
}

const useStorage = (lengthMax?: number) => vi.stubGlobal('sessionStorage', new MemoryStorage(lengthMax));
const storedText = () => JSON.stringify({ ...globalThis.sessionStorage });
/** As after a reload: the page has nothing in memory. */
function reload(ownerId: string): void {
  const stored = { ...globalThis.sessionStorage };
  discardAllDrafts();
  Object.assign(globalThis.sessionStorage, stored);
  openDrafts(ownerId);
}

beforeEach(() => {
  useStorage();
  discardAllDrafts();
});

test('a draft survives a reload for its user and workspace', () => {
  openDrafts('wsp_1.usr_1');
  writeDraft('contacts.new', { firstName: 'Grace' });
  reload('wsp_1.usr_1');

  expect(readDraft('contacts.new')).toEqual({ firstName: 'Grace' });
});

test.each(['wsp_1.usr_2', 'wsp_2.usr_1'])('the next owner %s of the tab finds no draft', (nextOwner) => {
  openDrafts('wsp_1.usr_1');
  writeDraft('contacts.new', { firstName: 'Grace' });
  reload(nextOwner);

  expect(readDraft('contacts.new')).toBeUndefined();
  expect(storedText()).not.toContain('Grace');
});

test('a sign-out deletes all drafts, and another tab of the site keeps its other values', () => {
  globalThis.sessionStorage.setItem('other', 'value');
  openDrafts('wsp_1.usr_1');
  writeDraft('replies.rep_1', 'Thank you');
  discardAllDrafts();

  expect([readDraft('replies.rep_1'), storedText()]).toEqual([undefined, '{"other":"value"}']);
});

test('fields with the name of a secret are not stored', () => {
  openDrafts('wsp_1.usr_1');
  writeDraft('connect', { email: 'a@b.c', password: 'hunter2', smtp: { password: 'hunter2', host: 'h' } });

  expect(storedText()).not.toContain('hunter2');
  reload('wsp_1.usr_1');
  expect(readDraft('connect')).toEqual({ email: 'a@b.c', smtp: { host: 'h' } });
});

test('drafts of other versions and damaged drafts are ignored', () => {
  const prefix = 'outreach.draft.wsp_1.usr_1.';
  globalThis.sessionStorage.setItem(`${prefix}old`, '{"version":0,"draft":"x"}');
  globalThis.sessionStorage.setItem(`${prefix}damaged`, '{"version":1,"dr');
  openDrafts('wsp_1.usr_1');

  expect([readDraft('old'), readDraft('damaged'), storedText()]).toEqual([undefined, undefined, '{}']);
});

test('in a full storage, the newest drafts are kept, and every draft stays until the reload', () => {
  useStorage(1_000);
  openDrafts('wsp_1.usr_1');
  for (const name of ['a', 'b', 'c']) writeDraft(name, name.repeat(400));
  expect(readDraft('a')).toBe('a'.repeat(400));
  reload('wsp_1.usr_1');

  expect([readDraft('a'), readDraft('c')]).toEqual([undefined, 'c'.repeat(400)]);
});

test('a draft that is too long, and a browser without storage, lose drafts only by a reload', () => {
  openDrafts('wsp_1.usr_1');
  writeDraft('long', 'x'.repeat(draftLengthMax));
  expect([String(readDraft('long')).length, storedText()]).toEqual([draftLengthMax, '{}']);
  vi.stubGlobal('sessionStorage', undefined);
  writeDraft('short', 'x');

  expect(readDraft('short')).toBe('x');
});

test('a restored form has the changed fields of the draft and the current values of the others', () => {
  const stored = {
    before: { name: 'Acme', city: 'Oslo', tags: [] },
    values: { name: 'Acme 2', city: 'Oslo', tags: ['a'] },
  };

  expect(restore({ name: 'Acme', city: 'Bergen', tags: [] as string[] }, stored)).toEqual({
    name: 'Acme 2',
    city: 'Bergen',
    tags: ['a'],
  });
});

test.each([
  ['another type', { name: 5 }],
  ['an unknown field', { title: 'x' }],
  ['a text instead of a form', 'x'],
])('a stored form with %s is ignored', (_, values) => {
  expect(restore({ name: 'Acme' }, { before: { name: '' }, values })).toEqual({ name: 'Acme' });
});
