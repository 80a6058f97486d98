import { expect, test } from 'vitest';
import { recipientPage } from '#lib/html/recipient-pages.ts';

const languages = 'ar cs da de en es fr he it ja nl pl pt sv zh'.split(' ');

test('each language has all texts of all pages, and no text of another one', () => {
  const texts = languages.flatMap((language) =>
    (['confirm', 'unsubscribed', 'broken', 'failed'] as const).flatMap((page) => {
      const { title, text, button, language: used } = recipientPage(page, language);
      expect(used).toBe(language);

      return [title, text, ...(page === 'confirm' ? [button ?? ''] : [])];
    }),
  );

  expect(texts.filter((text) => text.length < 2 || text.includes('|'))).toEqual([]);
  expect(texts).toHaveLength(9 * languages.length);
  expect(new Set(texts).size).toBe(texts.length);
});
