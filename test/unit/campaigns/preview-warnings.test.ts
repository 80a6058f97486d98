import { expect, test } from 'vitest';
import { warningsOf } from '#lib/campaigns/preview/warnings.ts';
import { createEmailLinks } from '#lib/links/links.ts';
import { sampleEmailIds, workspaceKeys } from '../../support/workspace-keys.ts';

const links = await createEmailLinks(workspaceKeys, 'https://t.example', sampleEmailIds(), 'ada@example.com');
const anchor = `<a href="${links.unsubscribeUrl}">Unsubscribe</a>`;

test.each([
  ['shown', `<p>Hi</p>${anchor}`, []],
  ['shown only by Outlook', `<p>Hi</p><!--[if mso]>${anchor}<![endif]-->`, ['no_unsubscribe']],
  ['hidden', `<p>Hi</p><div style="display:none">${anchor}</div>`, ['no_unsubscribe']],
])('the preview of an email with an unsubscribe link that is %s has the warnings', (_, html, codes) => {
  const warnings = warningsOf({
    subject: 'Hello',
    ownSubject: 'Hello',
    thread: undefined,
    content: { text: links.unsubscribeUrl, html, untrackedHtml: html, hasShortLink: false, tracked: [] },
    settings: {
      trackOpens: false,
      trackClicks: false,
      plainTextOnly: false,
      unsubscribe: { header: false, link: false, text: null },
    },
    links,
    variables: [],
  });

  expect(warnings.map(({ code }) => code)).toEqual(codes);
});
