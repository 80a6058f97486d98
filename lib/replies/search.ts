import { type ReplyServices, readReplyTexts } from '#lib/replies/read.ts';
import type { ReplySummary } from '#lib/replies/reply.ts';
import { searchableName } from '#lib/values/company-name.ts';

/** The words of a search, without case and accents. */
export function searchWords(search: string): string[] {
  return searchableName(search).split(' ').filter(Boolean);
}

/**
 * Keeps the replies with all words in their sender, subject or text without quotations. The texts are encrypted, so there is no
 * index of words: each reply without a match in its summary costs a read.
 * @param replies at most 100
 */
export async function searchReplies(
  services: ReplyServices,
  workspaceId: string,
  replies: readonly (ReplySummary | undefined)[],
  words: readonly string[],
): Promise<(ReplySummary | undefined)[]> {
  const hasAllWords = (text: string) => {
    const searched = searchableName(text);

    return words.every((word) => searched.includes(word));
  };
  const summaryOf = ({ fromName, fromEmail, subject, snippet }: ReplySummary) =>
    [fromName, fromEmail, subject, snippet].join(' ');
  const undecided = replies
    .filter((reply) => reply !== undefined)
    .filter((reply) => !hasAllWords(summaryOf(reply)));
  const texts = await readReplyTexts(services, workspaceId, undecided);
  const isMatch = (reply: ReplySummary) => hasAllWords(`${summaryOf(reply)} ${texts.get(reply.id) ?? ''}`);

  return replies.map((reply) => (reply && isMatch(reply) ? reply : undefined));
}
