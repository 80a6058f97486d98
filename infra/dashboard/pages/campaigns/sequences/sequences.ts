export interface Sequence {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly emails: readonly SequenceEmail[];
}

interface SequenceEmail {
  /** Days after the previous email. */
  readonly afterDays: number;
  /** Without it, the email replies to the previous one. */
  readonly subject?: string;
  readonly text: string;
}

/** Ready to be edited: words in square brackets are for the user to replace, and the preview warns about them. */
export const sequences: readonly Sequence[] = [
  {
    id: 'introduction',
    name: 'Introduction',
    purpose: 'A first contact with one question, and two short follow-ups.',
    emails: [
      {
        afterDays: 0,
        subject: 'A question about {{company.name | default: "your team"}}',
        text: `Hi {{firstName | default: "there"}},

Many [companies like yours] lose time with [the problem that you solve]. We help them to [the result], usually within [a few weeks].

Is this something that {{company.name | default: "your team"}} works on at the moment?

Best regards
{{sender.name}}`,
      },
      {
        afterDays: 3,
        text: `Hi {{firstName | default: "there"}},

One example, so that you can judge whether it fits: [customer] went from [before] to [after] in [time].

Would 15 minutes next week be useful?

{{sender.name}}`,
      },
      {
        afterDays: 6,
        text: `Hi {{firstName | default: "there"}},

I will not write again after this. If [the problem] becomes important later, just answer to this email.

All the best
{{sender.name}}`,
      },
    ],
  },
  {
    id: 'right-person',
    name: 'The right person',
    purpose: 'Asks for the person who is responsible.',
    emails: [
      {
        afterDays: 0,
        subject: 'Who is responsible for [topic]?',
        text: `Hi {{firstName | default: "there"}},

I am looking for the person at {{company.name | default: "your company"}} who is responsible for [topic]. Is it you, or could you tell me who it is?

The reason: [one sentence about your offer].

Thank you
{{sender.name}}`,
      },
      {
        afterDays: 4,
        text: `Hi {{firstName | default: "there"}},

A name is enough, and I will not mention you if you prefer that. Who decides about [topic]?

Thank you
{{sender.name}}`,
      },
    ],
  },
  {
    id: 'event',
    name: 'After an event',
    purpose: 'For people you met at a trade fair, a webinar or a conference.',
    emails: [
      {
        afterDays: 0,
        subject: 'Our conversation at [event]',
        text: `Hi {{firstName | default: "there"}},

It was good to meet you at [event]. You mentioned [what they said].

As promised, here is [the material or the answer]: [link]

Shall we talk about it for 20 minutes next week?

Best regards
{{sender.name}}`,
      },
      {
        afterDays: 5,
        text: `Hi {{firstName | default: "there"}},

Did you find time to look at [the material]? I am happy to show you how [customer] uses it.

{{sender.name}}`,
      },
    ],
  },
  {
    id: 'trial',
    name: 'Trial without activity',
    purpose: 'Helps people who registered and stopped.',
    emails: [
      {
        afterDays: 0,
        subject: '{{firstName | default: "Hello"}}, what was missing?',
        text: `Hi {{firstName | default: "there"}},

You registered for [product] and did not [first step]. What kept you from it: time, a question, or a feature that is missing?

One line is enough, I read each answer.

{{sender.name}}`,
      },
      {
        afterDays: 4,
        text: `Hi {{firstName | default: "there"}},

Most teams start with [first step]. It takes [minutes]: [link]

If you like, I do it together with you in a short call.

{{sender.name}}`,
      },
      {
        afterDays: 7,
        text: `Hi {{firstName | default: "there"}},

Your trial ends on [date]. Do you need more time? I can extend it.

{{sender.name}}`,
      },
    ],
  },
  {
    id: 'win-back',
    name: 'Former customers',
    purpose: 'Shows former customers what has changed since they left.',
    emails: [
      {
        afterDays: 0,
        subject: 'What has changed since you left',
        text: `Hi {{firstName | default: "there"}},

You left [product] because of [reason]. Since then we have changed exactly this: [what is new].

Would you like to try it again? Your data is still there until [date].

Best regards
{{sender.name}}`,
      },
      {
        afterDays: 5,
        text: `Hi {{firstName | default: "there"}},

If you are happy with your present solution, tell me, and I will not ask again. Otherwise I can set up [product] for you in [time].

{{sender.name}}`,
      },
    ],
  },
  {
    id: 'guide',
    name: 'A useful guide',
    purpose: 'Offers something useful first, and asks for a meeting later.',
    emails: [
      {
        afterDays: 0,
        subject: '[Topic] for {{company.name | default: "your team"}}',
        text: `Hi {{firstName | default: "there"}},

We asked [number] [companies] how they [topic], and wrote down what the best ones do differently. It is [pages] pages and needs no registration.

May I send it to you?

{{sender.name}}`,
      },
      {
        afterDays: 4,
        text: `Hi {{firstName | default: "there"}},

The most surprising result: [one result]. The whole text is here: [link]

{{sender.name}}`,
      },
      {
        afterDays: 7,
        text: `Hi {{firstName | default: "there"}},

Do you want to compare {{company.name | default: "your team"}} with these results? I prepare it for a call of 20 minutes.

{{sender.name}}`,
      },
    ],
  },
  {
    id: 'partner',
    name: 'Partnership',
    purpose: 'Proposes to work together for the same customers.',
    emails: [
      {
        afterDays: 0,
        subject: '{{company.name | default: "You"}} and [your company]',
        text: `Hi {{firstName | default: "there"}},

We serve the same customers: you with [their offer], we with [your offer]. Several of our customers asked for both.

I see two ways to work together: [first way], or [second way]. Is one of them interesting for you?

Best regards
{{sender.name}}`,
      },
      {
        afterDays: 5,
        text: `Hi {{firstName | default: "there"}},

[partner] started like this in [month], and both sides have won [number] customers since then. Shall I send you the details?

{{sender.name}}`,
      },
    ],
  },
  {
    id: 'candidate',
    name: 'Candidate for a job',
    purpose: 'Contacts a person about an open position.',
    emails: [
      {
        afterDays: 0,
        subject: '[Position] at [your company]',
        text: `Hi {{firstName | default: "there"}},

I read about your work as {{jobTitle | default: "an expert"}}, and it fits what we need: a [position] who [main task].

[One sentence about the team, the place and the salary.]

Are you open to a conversation, now or later?

Best regards
{{sender.name}}`,
      },
      {
        afterDays: 5,
        text: `Hi {{firstName | default: "there"}},

Two facts that our candidates ask for: [salary range], and [days] days a week from home. Shall I send you more?

{{sender.name}}`,
      },
    ],
  },
];

/** The steps of a new campaign. */
export const toSteps = ({ emails }: Sequence) =>
  emails.map(({ afterDays, subject, text }) => ({
    delay: { value: afterDays, unit: 'days' as const },
    thread: subject === undefined ? ('reply' as const) : ('new' as const),
    variants: [{ subject: subject ?? '', bodyText: text }],
  }));
