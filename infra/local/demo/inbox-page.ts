import * as z from 'zod/mini';

const Mails = z.array(
  z.object({ id: z.int(), from: z.string(), to: z.array(z.string()), subject: z.string() }),
);
export type CaughtMail = z.infer<typeof Mails>[number];

const mailsMax = 1000;

/** The latest emails in the local inbox, newest first. */
export async function listMails(
  webUrl: string,
  filter: { readonly to?: string; readonly after?: string } = {},
): Promise<CaughtMail[]> {
  const query = new URLSearchParams({ limit: String(mailsMax), ...filter });

  return Mails.parse(await (await fetch(`${webUrl}/api/messages?${query}`)).json());
}

/** Replies to an email with the form on its page. @throws unless the page accepts it */
export async function answerOnPage(
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
