import { describe, expect, test } from 'vitest';
import { finishContent } from '#lib/emails/rendering/content.ts';

const postalAddress = 'Acme & Sons\n1 High Street, Oxford';
const settings = {
  trackOpens: false,
  trackClicks: false,
  plainTextOnly: false,
  unsubscribe: { header: false, link: false, text: null },
};
const finish = (html: string, text: string, signatureHtml: string | null = null) =>
  finishContent({ html, text }, { signatureHtml, postalAddress, settings, links: undefined });

describe('the postal address of an account', () => {
  test('follows the signature, in HTML and in text', async () => {
    expect(await finish('<p>Hi</p>', 'Hi', '<b>Sam</b>')).toMatchObject({
      html: '<p>Hi</p><div><br><b>Sam</b></div><p>Acme &#38; Sons<br>1 High Street, Oxford</p>',
      text: 'Hi\n\nSam\n\nAcme & Sons\n1 High Street, Oxford',
    });
  });

  test('is not added to an email that contains it, with any white space', async () => {
    const html = '<p>Acme &amp; Sons<br>1 High Street,  Oxford</p>';

    expect(await finish(html, 'Acme & Sons 1 High Street, Oxford')).toMatchObject({
      html,
      text: 'Acme & Sons 1 High Street, Oxford',
    });
  });
});
