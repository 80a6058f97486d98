import { describe, expect, test } from 'vitest';
import { wishesToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';

describe('a wish to receive no further emails', () => {
  test.each([
    'Unsubscribe',
    'unsubscribe me please.',
    'STOP',
    'Please unsubscribe me.',
    'Please remove me from your mailing list.',
    'Hi Sam,\n\nplease take me off your list.\n\nAnn',
    'Stop emailing me!',
    "Please don't contact me again.",
    'I would like to opt out. Thanks, Ann',
    'Bitte abmelden',
    'Guten Tag, bitte nehmen Sie mich aus dem Verteiler. Danke',
    'Bitte keine weiteren E-Mails mehr.',
    'Merci de me désabonner.',
    'Veuillez me retirer de votre liste.',
    'Por favor, denme de baja.',
    'BAJA',
    'Per favore cancellatemi dalla lista.',
    'Por favor, remova meu email da lista.',
    'Graag mij uitschrijven.',
    'Proszę o wypisanie z listy.',
    'Отпишите меня, пожалуйста.',
    '退订',
  ])('is found in: %s', (text) => {
    expect(wishesToUnsubscribe(text)).toBe(true);
  });

  test.each([
    '',
    'Gladly. Call me on Monday.',
    "Please don't unsubscribe me, I was on holiday.",
    'Do not remove me from your list!',
    "Don't stop emailing me.",
    'I did not unsubscribe, why do I get no emails?',
    'How can my customers unsubscribe from your list?',
    'Our unsubscribe rate is 2 %. Is that high?',
    'Can you remove the logo from the proposal?',
    'Stop by our office on Monday.',
    'We stopped emailing customers last year.',
    'Please remove Tom from the meeting. I will come.',
    'Bitte melden Sie mich nicht ab.',
    'Bitte mich nicht austragen.',
    'Ne me désabonnez pas, svp.',
    'No me den de baja.',
    'Die Abmeldung von der Messe ist bis Freitag möglich.',
    `Please unsubscribe me. ${'But first a long story. '.repeat(40)}`,
  ])('is not found in: %s', (text) => {
    expect(wishesToUnsubscribe(text)).toBe(false);
  });
});
