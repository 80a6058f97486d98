import { expect, test } from 'vitest';
import { readHeader } from '#lib/inbox/header.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { ourId } from './messages.ts';

/** As many lines as fit into a fetched header. */
const fill = (line: string) => line.repeat(Math.floor(327_680 / line.length));

test.each([
  'Subject: Re: Hello\n',
  'Subject:\n',
  'From: a@b.example\n',
  `In-Reply-To: ${ourId}\n`,
  'Content-Type:\n\t',
  'X:\n',
  '\n ',
  ':\n',
])('a header that consists of %j is read within 100 ms', (line) => {
  const header = Buffer.from(fill(line));

  expect(cpuTimeOf(() => readHeader(header))).toBeLessThan(100);
});

test('fields are read in any case, folded, and only with a colon', () => {
  const header = readHeader(
    Buffer.from(`SUBJECTS\nMessage-Id\nIN-REPLY-TO:\r\n ${ourId}\r\nmessage-id:<a@b.example>\r\n`),
  );

  expect(header.mentions).toHaveLength(1);
  expect(header.messageId).toBe('<a@b.example>');
  expect(header.mayBeReport).toBe(false);
});
