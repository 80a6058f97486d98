import * as z from 'zod/mini';

const Emails = z.array(
  z.object({ id: z.int(), from: z.string(), to: z.array(z.string()), subject: z.string() }),
);
export type CapturedEmail = z.infer<typeof Emails>[number];

const emailsMax = 1000;

/** The latest emails in the local inbox, newest first; with `after`, the emails after that id, oldest first. */
export async function listEmails(
  webUrl: string,
  filter: { readonly to?: string; readonly after?: string } = {},
): Promise<CapturedEmail[]> {
  const query = new URLSearchParams({ limit: String(emailsMax), ...filter });

  return Emails.parse(await (await fetch(`${webUrl}/api/messages?${query}`)).json());
}

/** Replies to an email with the form on its page. @throws unless the page accepts it */
export async function replyOnPage(
  webUrl: string,
  id: number,
  fields: { readonly kind: string; readonly text: string },
): Promise<void> {
  const response = await fetch(`${webUrl}/messages/${id}/replies`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  if (response.status !== 303) throw new Error(`the reply was refused: ${response.status}`);
}
