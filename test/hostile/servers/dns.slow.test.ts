import { describeScripts } from './support/describe-scripts.ts';
import { numbers, overTcp, reply, text, truncated, types } from './support/dns-server.ts';
import { drip } from './support/flood.ts';
import type { Script } from './support/script.ts';

const kind = 'senderDns';
/** A check takes at most ten seconds; each query is sent twice. */
const secondsMax = 13;
const unknown = 'spf null, dkim null, dmarc null';
const missing = 'spf missing, dkim missing, dmarc missing';

const truncate = (question: Buffer) => [reply(question, types.txt, [], truncated)];
const notFound = (question: Buffer) => reply(question, types.txt, [], 0x8583);
/** A pointer to itself instead of a name. */
const loop = Buffer.from([0xc0, 0x0c]);

const scripts: readonly Script[] = [
  { name: 'silence', kind, expected: unknown, secondsMax, answer: () => [] },
  { name: 'silence', kind: 'mailDns', expected: 'undefined', secondsMax, answer: () => [] },
  {
    name: 'a hundred names that do not exist',
    kind,
    expected: missing,
    secondsMax,
    answer: (question) => Array.from({ length: 100 }, () => notFound(question)),
  },
  {
    name: 'packets that are not DNS',
    kind,
    expected: unknown,
    secondsMax,
    answer: (question) => [Buffer.concat([question.subarray(0, 2), Buffer.alloc(500, 0xff)])],
  },
  {
    name: 'four thousand TXT records',
    kind,
    expected: /^spf fail, dkim \w+, dmarc \w+$/,
    secondsMax,
    answer: truncate,
    serveTcp: overTcp((question) =>
      reply(
        question,
        types.txt,
        Array.from({ length: 1800 }, () => text('v=spf1 a mx')),
      ),
    ),
  },
  {
    name: 'a TXT record of 64 KB',
    kind,
    expected: /^spf fail, dkim \w+, dmarc \w+$/,
    secondsMax,
    answer: truncate,
    serveTcp: overTcp((question) =>
      reply(question, types.txt, [text(`v=spf1 ${'include:a.example '.repeat(3600)}`.slice(0, 64_000))]),
    ),
  },
  {
    name: 'an SPF record that includes itself',
    kind,
    secondsMax,
    expected: /^spf fail, dkim missing, dmarc missing$/,
    answer: (question) => [reply(question, types.txt, [text('v=spf1 include:hostile.example -all')])],
  },
  {
    name: 'SPF records that include more and more names',
    kind,
    secondsMax,
    expected: /^spf fail, dkim missing, dmarc missing$/,
    answer: (question) => [
      reply(question, types.txt, [
        text(`v=spf1 ${Array.from({ length: 15 }, (_, n) => `include:${n}.%{d}`).join(' ')} redirect=x.%{d}`),
      ]),
    ],
  },
  {
    name: 'aliases of themselves',
    kind,
    expected: /^spf \w+, dkim \w+, dmarc \w+$/,
    secondsMax,
    answer: (question) => [reply(question, types.cname, [loop])],
  },
  {
    name: 'truncated answers and silence over TCP',
    kind,
    expected: unknown,
    secondsMax,
    answer: truncate,
  },
  {
    name: 'truncated answers and one byte after the other over TCP',
    kind,
    expected: unknown,
    secondsMax,
    answer: truncate,
    serveTcp: (socket) => {
      socket.write(numbers(60_000));
      drip(socket, 'x', 100);
    },
  },
];

describeScripts('a name server', scripts);
