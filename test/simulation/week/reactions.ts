import PostalMime from 'postal-mime';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { call } from '../../support/call.ts';
import type { Agenda } from '../agenda.ts';
import type { Draws } from './draws.ts';
import type { Journal, TransmittedEmail } from './journal.ts';
import type { MailHost } from './mail-host.ts';
import { composeAnswer, composeReport, type SentEmail, unsubscribeUrl } from './messages.ts';
import type { Person } from './people.ts';

interface ReactionWorld {
  readonly clock: () => number;
  readonly draws: Draws;
  readonly journal: Journal;
  readonly agenda: Agenda<() => Promise<void>>;
}

interface Occasion {
  readonly world: ReactionWorld;
  readonly host: MailHost;
  readonly person: Person;
  readonly email: SentEmail;
  readonly transmitted: TransmittedEmail;
}

/** Plans the reaction of a person, or of its mail server, to an email. */
export function react(occasion: Occasion): void {
  const { person, transmitted, world } = occasion;
  if (transmitted.step !== person.step) return;
  const action = actionOf(occasion);
  if (action) world.agenda.add(Math.floor(world.clock() + person.delayMs), action);
}

function actionOf(occasion: Occasion): (() => Promise<void>) | undefined {
  const { person, email } = occasion;
  const subject = `Re: ${email.subject}`;
  switch (person.habit) {
    case 'visits':
      return () => visitLinks(occasion);
    case 'answers in the thread':
      return () => answer(occasion, { text: 'Good idea. Call me tomorrow.', subject, isInThread: true });
    case 'answers without headers':
      return () => answer(occasion, { text: 'Good idea. Call me tomorrow.', subject, isInThread: false });
    case 'writes a new email':
      return () =>
        answer(occasion, { text: 'Please stop writing to me.', subject: 'Your emails', isInThread: false });
    case 'asks to unsubscribe':
      return () => answer(occasion, { text: 'Please remove me from your list.', subject, isInThread: true });
    case 'answers automatically':
      return () => answerAutomatically(occasion, true);
    case 'answers automatically without headers':
      return () => answerAutomatically(occasion, false);
    case 'unsubscribes by link':
      return () => unsubscribeByLink(occasion);
    case 'bounces later':
      return async () => report(occasion, '5.1.1', '550 5.1.1 User unknown in virtual mailbox table');
    case 'reports a full mailbox':
      return async () => report(occasion, '5.2.2', '552 5.2.2 Mailbox full');
    case 'silent':
    case 'is unknown':
    case 'is refused by policy':
    case 'is greylisted':
      return undefined;
  }
}

async function answer(
  { world, host, person, email, transmitted }: Occasion,
  writing: { readonly text: string; readonly subject: string; readonly isInThread: boolean },
): Promise<void> {
  const { clock, journal, agenda, draws } = world;
  const raw = composeAnswer(email, { ...writing, name: `answer ${person.email}`, at: clock() });
  record(journal, 'answer', { person, transmitted, details: `${person.habit}, ${person.place}` });
  // A person or another program moves the message out of the inbox some time after it arrived.
  host.mailbox.deliver(person.place === 'archive' ? 'inbox' : person.place, raw, clock());
  if (person.place !== 'archive') return;
  const movedAt = clock() + draws.between(`moved ${person.email}`, 20_000, 900_000);
  agenda.add(Math.floor(movedAt), async () => host.mailbox.archive(raw));
}

async function answerAutomatically(
  { world, host, person, email, transmitted }: Occasion,
  isInThread: boolean,
): Promise<void> {
  const { clock, journal } = world;
  const raw = composeAnswer(email, {
    name: `automatic ${person.email}`,
    at: clock(),
    text: 'I am out of the office and will read your message when I am back.',
    subject: `Automatic reply: ${email.subject}`,
    isInThread,
    isAutomatic: true,
  });
  record(journal, 'automatic reply', { person, transmitted, details: `${person.habit}, ${person.place}` });
  host.mailbox.deliver(person.place, raw, clock());
}

/** Mail gateways send several reports with different ids on one email, up to a day later. */
function report(
  { world, host, person, email, transmitted }: Occasion,
  status: string,
  diagnostic: string,
): void {
  const { clock, journal, agenda, draws } = world;
  const place = person.place === 'junk' ? 'junk' : 'inbox';
  for (let number = 0; number < person.reports; number++) {
    const name = `report ${number} ${person.email}`;
    const at = number === 0 ? clock() : clock() + draws.between(name, 60_000, 24 * 3_600_000);
    agenda.add(Math.floor(at), async () => {
      const reaction = status === '5.1.1' ? 'hard report' : 'soft report';
      record(journal, reaction, { person, transmitted, details: `report ${number + 1}, ${place}` });
      host.mailbox.deliver(place, composeReport(email, { name, at: clock(), status, diagnostic }), clock());
    });
  }
}

async function unsubscribeByLink({ world, person, email, transmitted }: Occasion): Promise<void> {
  const url = unsubscribeUrl(email);
  if (url === undefined) throw new Error('the email has no unsubscribe link');
  await visit(unsubscribe, url, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  record(world.journal, 'unsubscribe', { person, transmitted, details: 'link' });
}

async function visitLinks({ world, person, email, transmitted }: Occasion): Promise<void> {
  const { html = '' } = await PostalMime.parse(email.raw);
  const [openUrl] = /https?:[^"]*\/t\/o\/[^"]+/.exec(html) ?? [];
  const [clickUrl] = /https?:[^"]*\/t\/c\/[^"]+/.exec(html) ?? [];
  if (openUrl) {
    await visit(open, openUrl, {});
    record(world.journal, 'open', { person, transmitted, details: '' });
  }
  if (clickUrl && world.draws.happens(`click ${person.email}`, 0.5)) {
    await visit(click, clickUrl, {});
    record(world.journal, 'click', { person, transmitted, details: '' });
  }
}

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function visit(
  handler: Parameters<typeof call>[0],
  url: string,
  request: Partial<Parameters<typeof call>[1]>,
): Promise<void> {
  const path = new URL(url).pathname;
  const token = path.slice(path.lastIndexOf('/') + 1).replace(/\.gif$/, '');
  const reply = await call(handler, {
    method: 'GET',
    path,
    params: { token },
    headers: { 'User-Agent': browser },
    ...request,
  });
  if (reply.status >= 400) throw new Error(`${path} responds ${reply.status}`);
}

function record(
  journal: Journal,
  reaction: Parameters<Journal['addReaction']>[0]['reaction'],
  { person, transmitted, details }: Pick<Occasion, 'person' | 'transmitted'> & { readonly details: string },
): void {
  const { messageId, mailbox } = transmitted;
  journal.addReaction({ person: person.email, reaction, messageId, mailbox, details });
}
