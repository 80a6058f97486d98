/** Invented texts of a company that sells meters for the electricity of offices. */

/** Links of the campaigns. Their host does not exist. */
const links = ['https://www.northlight.example/offices', 'https://www.northlight.example/prices'] as const;

/** Subjects of the A/B test. */
export const subjects = {
  first: 'Electricity at {{company.name}}',
  winner: 'Electricity in empty offices',
  loser: 'An introduction to Northlight meters',
} as const;

/** Replies by the label that they get. `{first}` becomes the first name of the sender. */
export const repliesByLabel: Readonly<Record<string, readonly string[]>> = {
  interested: [
    'Hi,\n\nthat is well timed, we renew our contract in spring. Could you call me on Thursday after two?\n\n{first}',
    'Thanks for this. Please send me the sample report, and I will show it to our facility manager.\n\nBest,\n{first}',
    'Hello,\n\nyes, we would like to see it. Tuesday or Wednesday morning suits us, half an hour is fine.\n\n{first}',
    'Interesting. We have three floors with separate meters. Would that work?\n\nKind regards\n{first}',
  ],
  question: [
    'What does a meter cost per month, and is the installation included?\n\n{first}',
    'Does it work without access to our network? Our IT department is strict about that.\n\nRegards,\n{first}',
    'Do you have a customer of our size as a reference?\n\n{first}',
  ],
  not_interested: [
    'Thank you, but we changed our supplier only last month. Maybe next year.\n\n{first}',
    'Hello,\n\nwe rent our office and the landlord takes care of the electricity, so this is not for us.\n\n{first}',
    'Not at the moment, thanks.\n\n{first}',
  ],
  unsubscribe_request: ['Please take me off your list.\n\n{first}'],
};

/** Answers of the members, by the label of the reply. Other replies get none. */
export const answersByLabel: Readonly<Record<string, string>> = {
  interested: `Hello,\n\nthank you for your quick reply. I have sent you an invitation for that time. The sample report: ${links[0]}\n\nBest regards`,
  question: `Hello,\n\na meter costs 49 euros per month, and our electrician installs it in twenty minutes: ${links[1]}\n\nBest regards`,
};

const paragraphs = (...lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('\n');

const offices = `<a href="${links[0]}">how an office of your size saved 11 percent</a>`;
const prices = `<a href="${links[1]}">the prices on one page</a>`;

/** The emails of a sequence, which are the first one and two follow-ups, and the only email after the trade fair. */
export const emails = {
  first: paragraphs(
    'Hi {{firstName | default: "there"}},',
    'most offices use a third of their electricity at night. At {{company.name}} you could see in a week where it goes.',
    `Here is ${offices}.`,
    'Would a quarter of an hour next week suit you?',
    '{{sender.name}}',
  ),
  second: paragraphs(
    'Hi {{firstName | default: "there"}},',
    `in case my email came at a bad time: here are ${prices}.`,
    'If a colleague takes care of this, I am grateful for the name.',
    '{{sender.name}}',
  ),
  last: paragraphs(
    'Hi {{firstName | default: "there"}},',
    'I do not want to fill your inbox, so this is my last email. If the topic comes up again, just answer.',
    '{{sender.name}}',
  ),
  fair: paragraphs(
    'Hi {{firstName | default: "there"}},',
    'thank you for your visit at the trade fair. You asked for the measurements of the office building.',
    `They are on this page: ${offices}.`,
    '{{sender.name}}',
  ),
} as const;
