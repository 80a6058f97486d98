import { expect, test } from 'vitest';
import { readHeaderBytes } from '#lib/mail/received-message.ts';

test.each([
  ['CRLF', 'Subject: Hi\r\n\r\ntext\n\nmore', 'Subject: Hi\r\n'],
  ['LF', 'Subject: Hi\n\ntext\r\n\r\nmore', 'Subject: Hi\n'],
])(
  'a header with %s ends at its first empty line, also if the body has other line ends',
  (_, source, header) => {
    expect(readHeaderBytes(Buffer.from(source)).toString()).toBe(header);
  },
);

test('a message without an empty line has only a header', () => {
  expect(readHeaderBytes(Buffer.from('Subject: Hi\r\n')).toString()).toBe('Subject: Hi\r\n');
});
