import type { BadWeek, WeekCampaign } from './bad-week.ts';
import type { PersonReaction } from './journal.ts';
import type { Violation } from './judge.ts';
import { bouncedOf } from './operator.ts';

type Numbers = Readonly<Record<string, number>>;

/** One figure from several sources. */
interface Figure {
  readonly name: string;
  readonly values: Numbers;
}

/** The same figure is equal everywhere: on the campaign, in both statistics, in the activity, and at the mail servers. */
export async function judgeNumbers(week: BadWeek): Promise<Violation[]> {
  const figures: Figure[] = [];
  for (const campaign of week.campaigns) figures.push(...(await campaignFigures(week, campaign)));
  figures.push(...(await workspaceFigures(week)));

  return figures.flatMap(({ name, values }) =>
    new Set(Object.values(values)).size > 1
      ? [
          {
            kind: `different figures: ${name.slice(name.indexOf(': ') + 2)}`,
            text: `${name}: ${describe(values)}`,
          },
        ]
      : [],
  );
}

const describe = (values: Numbers) =>
  Object.entries(values)
    .map(([source, value]) => `${source} ${value}`)
    .join(', ');

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function campaignFigures(week: BadWeek, { id, people }: WeekCampaign): Promise<Figure[]> {
  const { api, begin, simulated, campaigns } = week;
  const period = { from: dateOf(begin), to: dateOf(simulated.now) };
  const { stats } = await api.campaign(id);
  const { counts } = (await api.campaignStats(id, period)).totals;
  const { totals } = await api.dashboard({ ...period, campaignId: id });
  const activity = countsOf(await api.activity({ campaignId: id }));
  const truth = truthOf(week, new Set(people.map(({ email }) => email)), activity);
  const name = `campaign ${campaigns.findIndex((campaign) => campaign.id === id) + 1}`;

  return [
    figure(name, 'sent', {
      campaign: stats.sent,
      statistics: counts.sent,
      dashboard: totals.sent,
      activity: activity.all('email.sent'),
    }),
    figure(name, 'bounced', {
      campaign: stats.bounced,
      statistics: counts.bounced,
      dashboard: totals.bounced,
      ...truth.bounced,
    }),
    figure(name, 'replied', {
      campaign: stats.replied,
      statistics: counts.uniqueReplied,
      dashboard: totals.uniqueReplied,
      ...truth.replied,
    }),
    figure(name, 'unsubscribed', {
      campaign: stats.unsubscribed,
      statistics: counts.unsubscribed,
      dashboard: totals.unsubscribed,
      ...truth.unsubscribed,
    }),
    figure(name, 'opened', { campaign: stats.opened, dashboard: totals.uniqueOpened, ...truth.opened }),
    figure(name, 'clicked', { campaign: stats.clicked, dashboard: totals.uniqueClicked, ...truth.clicked }),
  ];
}

async function workspaceFigures(week: BadWeek): Promise<Figure[]> {
  const { api, begin, simulated, campaigns } = week;
  const { totals } = await api.dashboard({ from: dateOf(begin), to: dateOf(simulated.now) });
  const activity = countsOf(await api.activity({}));
  const everyone = new Set(campaigns.flatMap(({ people }) => people.map(({ email }) => email)));
  const truth = truthOf(week, everyone, activity);

  return [
    figure('workspace', 'sent', { dashboard: totals.sent, activity: activity.all('email.sent') }),
    figure('workspace', 'bounced', { dashboard: totals.bounced, ...truth.bounced }),
    figure('workspace', 'replied', { dashboard: totals.uniqueReplied, ...truth.replied }),
    figure('workspace', 'unsubscribed', { dashboard: totals.unsubscribed, ...truth.unsubscribed }),
  ];
}

const figure = (scope: string, name: string, values: Numbers): Figure => ({
  name: `${scope}: ${name}`,
  values,
});

interface ActivityRecord {
  readonly type: string;
  readonly executionId: string | null;
  readonly stepId: string | null;
}

/** Events by kind: all of them, and the different executions and emails that they concern. */
function countsOf(events: readonly ActivityRecord[]) {
  const byType = Map.groupBy(events, ({ type }) => type);
  const executions = (type: string) => new Set(byType.get(type)?.map(({ executionId }) => executionId)).size;

  return { all: (type: string) => byType.get(type)?.length ?? 0, executions };
}

/** Figures of the activity and of the mail servers. */
function truthOf(
  { journal }: BadWeek,
  addresses: ReadonlySet<string>,
  activity: ReturnType<typeof countsOf>,
) {
  const people = (didReact: (reaction: PersonReaction) => boolean) =>
    new Set(
      journal.reactions
        .filter((each) => didReact(each) && addresses.has(each.person))
        .map(({ person }) => person),
    ).size;
  // These answers ask for no further emails.
  const optsOut = ({ reaction, details }: PersonReaction) =>
    reaction === 'unsubscribe' ||
    (reaction === 'answer' && /^(?:asks to unsubscribe|writes a new email)/.test(details));

  return {
    bounced: { activity: activity.all('email.bounced'), servers: bouncedOf({ journal }, addresses).size },
    replied: {
      activity: activity.executions('email.replied'),
      servers: people(({ reaction }) => reaction === 'answer'),
    },
    unsubscribed: { activity: activity.all('email.unsubscribed'), servers: people(optsOut) },
    opened: { activity: activity.executions('email.opened') },
    clicked: { activity: activity.executions('email.clicked') },
  };
}
