import { expect } from 'vitest';
import { addSentEmail, browser, tokenOf } from '../../../api/support/links.ts';
import { bodyOf } from '../../../support/answer.ts';
import type { Customer } from '../typed-client.ts';

/** Requests of a recipient's mail client and browser, without credentials. */
export async function followLinks({ api, workspace }: Customer): Promise<void> {
  const email = await addSentEmail(workspace.workspaceId);
  const headers = { Authorization: null, 'User-Agent': browser };
  const at = async (kind: Parameters<typeof tokenOf>[1]) => ({
    headers,
    params: { path: { token: await tokenOf(email, kind) } },
  });
  const picture = await api.GET('/t/o/{token}', { ...(await at('open')), parseAs: 'arrayBuffer' });
  expect(picture.data?.byteLength).toBe(43);

  const target = 'https://www.example.com/pricing';
  const redirected = await api.GET('/t/c/{token}', {
    ...(await at({ target })),
    redirect: 'manual',
    parseAs: 'text',
  });
  expect([redirected.response.status, redirected.response.headers.get('Location')]).toEqual([302, target]);

  const confirmation = await api.GET('/u/{token}', { ...(await at('unsubscribe')), parseAs: 'text' });
  expect(confirmation.data).toContain('<form method="post">');
  const done = await api.POST('/u/{token}', {
    ...(await at('unsubscribe')),
    body: 'List-Unsubscribe=One-Click',
    bodySerializer: (body: unknown) => String(body),
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    parseAs: 'text',
  });
  expect(done.response.status).toBe(200);

  const query = { contactId: email.contactId };
  const { data } = bodyOf(await api.GET('/activity', { params: { query } }));
  expect(data.map(({ type }) => type).toReversed()).toEqual([
    ...['contact.created', 'email.opened', 'email.clicked', 'email.unsubscribed'],
    ...['contact.updated', 'contact.blocklisted'],
  ]);
}
