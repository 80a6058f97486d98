import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { planAnswer } from '#lib/replies/answers/plan-answer.ts';
import { replyRoutes } from '#lib/replies/routes.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { nextWorkingMorning } from './calendar.ts';
import { commitAsUser } from './story/act.ts';
import { answers, type Mood, replyTexts } from './story/texts.ts';
import type { World } from './world.ts';

const dayMs = 86_400_000;

/** Labels that the member gives, by what the reply says. */
const labels: Readonly<Record<Mood, string>> = {
  interested: 'interested',
  question: 'question',
  declined: 'not_interested',
  removal: 'unsubscribe_request',
};
/** Share of the replies that get an answer, from 0 to 1. */
const answerRates: Readonly<Record<Mood, number>> = {
  interested: 0.8,
  question: 0.9,
  declined: 0.1,
  removal: 0,
};

interface NewReply {
  readonly replyId: string;
  readonly accountId: string;
  readonly text: string;
}

/** Reads, labels and answers a reply on the next working day. Some recent replies stay unread. */
export function processReply(world: World, { replyId, accountId, text }: NewReply): void {
  const { services, workspaceId, random, timeline, settings } = world;
  const mood = moodOf(text);
  // Automatic replies are stored as read.
  if (mood === undefined) return;
  const receivedAt = timeline.now();
  const isRecent = receivedAt > settings.end - 4 * dayMs;
  if (isRecent && random.chance(0.6)) return;
  const readAt = nextWorkingMorning(receivedAt) + random.between(0, 90) * 60_000;
  timeline.add(readAt, async () => {
    const patch = { isRead: true, labels: [labels[mood]] };
    const change = await planReplyUpdate(services, workspaceId, replyId, patch);
    await commitAsUser(world, 'member', { route: replyRoutes.update, fields: patch }, change);
  });
  if (!random.chance(answerRates[mood])) return;
  const answer = { text: random.pick(answers[mood]) };
  timeline.add(readAt + random.between(2, 40) * 60_000, async () => {
    const account = await findAccount(services.table, workspaceId, accountId);
    if (account?.status !== 'connected') return;
    const change = await planAnswer(services, workspaceId, replyId, answer);
    await commitAsUser(
      world,
      'member',
      { route: replyRoutes.answer, fields: answer, resourceId: replyId },
      change,
    );
  });
}

/** The mood of a reply, by the beginning of its text; undefined for an automatic reply. */
function moodOf(text: string): Mood | undefined {
  const moods = Object.keys(replyTexts) as Mood[];

  return moods.find((mood) =>
    replyTexts[mood].some((each) => text.startsWith(each.split('{first}')[0] ?? '')),
  );
}
