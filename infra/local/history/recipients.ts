import * as z from 'zod/mini';
import { listEmails, replyOnPage } from '../demo/inbox-page.ts';
import type { ReadyReport } from '../ready-report.ts';
import type { Random } from './random.ts';
import { repliesByLabel, subjects } from './texts.ts';

type Reaction =
  | { readonly kind: 'open' | 'click' | 'unsubscribe' }
  | { readonly kind: 'reply' | 'out-of-office' | 'bounce'; readonly text: string };

interface PlannedReaction {
  readonly emailId: number;
  /** Epoch milliseconds of the stack's clock. */
  readonly at: number;
  readonly reaction: Reaction;
}

/**
 * Probabilities of reactions. `click` and `unsubscribe` are shares of the opened emails. Many addresses from the list of the
 * trade fair no longer exist.
 */
const rates = {
  bounce: 0.012,
  fairBounce: 0.14,
  outOfOffice: 0.02,
  open: 0.5,
  reply: 0.16,
  click: 0.25,
  unsubscribe: 0.02,
};

/** A better subject is opened and answered more often, so that one variant of the A/B test wins. */
const reactionFactors: Readonly<Record<string, number>> = { [subjects.winner]: 1.6, [subjects.loser]: 0.4 };

/** The user agent of a person: the service does not count visits of programs. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Each text is equally likely. */
const replyTexts = Object.values(repliesByLabel).flat();
const Email = z.object({ html: z.string() });

/**
 * The recipients of a stack's emails. Some open, click, answer, bounce or unsubscribe, in a browser and on the page of the inbox.
 * @param minuteMs time of the stack's clock for one minute of a reaction
 */
export function createRecipients(
  { baseUrl, mail }: Pick<ReadyReport, 'baseUrl' | 'mail'>,
  random: Random,
  minuteMs: number,
) {
  const planned: PlannedReaction[] = [];
  let after = 0;

  const plan = (emailId: number, email: { readonly subject: string; readonly to: readonly string[] }) => {
    for (const [minutes, reaction] of reactionsTo(random, email)) {
      planned.push({ emailId, at: Date.now() + minutes * minuteMs, reaction });
    }
  };
  const act = async ({ emailId, reaction }: PlannedReaction) => {
    if ('text' in reaction) return replyOnPage(mail.webUrl, emailId, reaction);
    const response = await fetch(`${mail.webUrl}/api/messages/${emailId}`);
    const { html } = Email.parse(await response.json());
    const path = { open: '/t/o/', click: '/t/c/', unsubscribe: '/u/' }[reaction.kind];
    const [url] = html.match(new RegExp(`${baseUrl}${path}[^"]*`)) ?? [];
    if (url === undefined) return;
    const method = reaction.kind === 'unsubscribe' ? 'POST' : 'GET';
    await fetch(url, { method, redirect: 'manual', headers: { 'user-agent': browser } });
  };

  return {
    /** The recipients have already read the emails that arrived before. */
    async skip() {
      after = (await listEmails(mail.webUrl))[0]?.id ?? 0;
    },
    /** Reads the new emails, and carries out the reactions that are due. */
    async react(): Promise<void> {
      const emails = await listEmails(mail.webUrl, { after: String(after) });
      for (const { id, from, ...email } of emails) {
        after = Math.max(after, id);
        // The inbox also contains the replies of recipients, bounces, and emails of the service to its users.
        if (
          from !== '' &&
          email.to.some((address) => address.endsWith('.example')) &&
          !from.endsWith('.example')
        )
          plan(id, email);
      }
      const isDue = ({ at }: PlannedReaction) => at <= Date.now();
      const due = planned.filter(isDue);
      planned.splice(0, planned.length, ...planned.filter((each) => !due.includes(each)));
      await Promise.all(due.map(act));
    },
  };
}

/** The reactions to an email, each with the minutes until it. */
function reactionsTo(
  random: Random,
  { subject, to: [address = ''] }: { readonly subject: string; readonly to: readonly string[] },
): [minutes: number, Reaction][] {
  const reply = (kind: 'reply' | 'out-of-office' | 'bounce', texts: readonly string[]): Reaction => {
    const name = address.split('.')[0] ?? '';
    const text = random.pick(texts).replaceAll('{first}', name.charAt(0).toUpperCase() + name.slice(1));

    return { kind, text };
  };
  const factor = reactionFactors[subject] ?? 1;
  if (random.chance(address.includes('+fair') ? rates.fairBounce : rates.bounce))
    return [[1, reply('bounce', [''])]];
  if (random.chance(rates.outOfOffice)) return [[1, reply('out-of-office', [''])]];
  if (!random.chance(rates.open * factor)) return [];
  const opened = random.between(2, 90);
  const reactions: [number, Reaction][] = [[opened, { kind: 'open' }]];
  if (random.chance(rates.click)) reactions.push([opened + 2, { kind: 'click' }]);
  if (random.chance(rates.reply * factor))
    reactions.push([opened + random.between(3, 240), reply('reply', replyTexts)]);
  else if (random.chance(rates.unsubscribe)) reactions.push([opened + 3, { kind: 'unsubscribe' }]);

  return reactions;
}
