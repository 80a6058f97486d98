import * as z from 'zod/mini';
import type { Vault } from '#lib/crypto/vault.ts';
import type { ReplyContent } from '#lib/replies/content.ts';

/** What a list shows of a reply. */
const Summary = z.object({
  fromEmail: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  subject: z.string(),
  snippet: z.string(),
});
type Summary = z.infer<typeof Summary>;

const Content = z.object({
  fullText: z.string(),
  html: z.nullable(z.string()),
  attachments: z.array(z.object({ name: z.nullable(z.string()), type: z.string(), sizeBytes: z.int() })),
  /** Version 0.2.0 stores none. The default can be removed in 0.4.0. */
  cc: z._default(z.array(z.object({ name: z.string(), email: z.string() })), []),
  messageId: z.string(),
  references: z.array(z.string()),
});
export type OpenedContent = z.infer<typeof Content>;

type Part = 'summary' | 'text' | 'content';
/** The encryption context of a part of a reply. */
const contextOf = (replyId: string, part: Part) => `${replyId}.${part}`;

/** Encrypts the parts of a reply separately, because a list needs only the summary. */
export async function sealReply(
  vault: Vault,
  workspaceId: string,
  replyId: string,
  summary: Summary,
  { text, fullText, html, attachments, cc, messageId, references }: ReplyContent,
): Promise<Record<Part, string>> {
  const seal = (part: Part, plain: string) => vault.seal(workspaceId, contextOf(replyId, part), plain);
  const content = JSON.stringify({ fullText, html, attachments, cc, messageId, references });

  return {
    summary: await seal('summary', JSON.stringify(summary)),
    text: await seal('text', text),
    content: await seal('content', content),
  };
}

export async function openSummary(
  vault: Vault,
  workspaceId: string,
  replyId: string,
  sealed: string,
): Promise<Summary> {
  return Summary.parse(JSON.parse(await vault.open(workspaceId, contextOf(replyId, 'summary'), sealed)));
}

export function openText(
  vault: Vault,
  workspaceId: string,
  replyId: string,
  sealed: string,
): Promise<string> {
  return vault.open(workspaceId, contextOf(replyId, 'text'), sealed);
}

export async function openContent(
  vault: Vault,
  workspaceId: string,
  replyId: string,
  sealed: string,
): Promise<OpenedContent> {
  return Content.parse(JSON.parse(await vault.open(workspaceId, contextOf(replyId, 'content'), sealed)));
}
