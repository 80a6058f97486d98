import { gzipSync } from 'node:zlib';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { readCsv } from '#lib/contacts/import/csv-file.ts';
import { decodeText } from '#lib/contacts/import/csv-text.ts';
import { readImportInput } from '#lib/contacts/import/input.ts';
import { ImportQuery } from '#lib/contacts/import/options.ts';
import { openImportFile } from '#lib/contacts/import/rows.ts';
import { decodeContent } from '#lib/http/content-coding.ts';
import { readMediaType } from '#lib/http/request.ts';
import type { Parser } from './measure.ts';

const table = 'email,first name,plan\r\nann@example.com,"Ann, dear",gold\r\n';
const boundary = '-'.repeat(64);
const form = (part: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n${part}\r\n--${boundary}--\r\n`;

/** Reads the rows of a file like an import; stops after 1,000 rows, like one step of an import. */
function readRows(text: string, mapping?: Record<string, string>): unknown {
  const { rows } = openImportFile(Buffer.from(text), { tags: [], mapping });
  let row = 0;
  for (const _ of rows) if (++row === 1000) break;

  return row;
}

const inForm = (name: string, part: (text: string) => string): Parser => ({
  name: `form, ${name}`,
  sample: 'text/csv; charset=utf-8',
  run: (text) =>
    readImportInput({
      bytes: Buffer.from(form(part(text))),
      mediaType: readMediaType(`multipart/form-data; boundary=${boundary}`),
      query: {},
      body: undefined,
    }),
});

/** Parsers of contact files in all upload formats. */
export const fileParsers: readonly Parser[] = [
  { name: 'charset of a file', sample: table, run: (text) => decodeText(Buffer.from(text), 'utf-16le') },
  { name: 'name of a charset', sample: 'utf-8', run: (text) => decodeText(Buffer.from('a'), text) },
  {
    name: 'text that is not UTF-8',
    sample: table,
    run: (text) => decodeText(Buffer.from(`${text}é`, 'latin1')),
  },
  { name: 'CSV, all of it', sample: table, run: (text) => readRows(text) },
  {
    name: 'CSV below its header',
    sample: 'ann@example.com,"Ann, dear"\r\n',
    run: (text) => readRows(`email,first name\r\n${text}`),
  },
  {
    name: 'CSV, one cell',
    sample: 'Ann',
    run: (text) => readRows(`email,company,city,tags\r\na@b.example,${text}`),
  },
  {
    name: 'CSV, one quoted cell',
    sample: 'Ann',
    run: (text) => readRows(`email,name\r\n"a@b.example","${text}"`),
  },
  {
    name: 'CSV, its header',
    sample: 'E-mail;First name;Plan',
    run: (text) => readRows(`${text},email\r\na,a@b.example`, { [text.slice(0, 1000)]: 'custom.x' }),
  },
  {
    name: 'CSV, wide header',
    sample: 'Linked-In URL',
    // 100 columns with the maximum length of a cell, and a mapping with 100 of them.
    run: (text) => {
      const cells = Array.from({ length: 99 }, (_, at) =>
        text.slice(at * 10_000, (at + 1) * 10_000).replaceAll(/["\r\n,]/g, ''),
      );
      const mapping = Object.fromEntries(cells.map((cell, at) => [cell.slice(0, 1000), `custom.c${at}`]));

      return readRows(`email,${cells.join(',')}\r\na@b.example`, mapping);
    },
  },
  {
    name: 'names of columns',
    sample: 'Linked-In URL',
    run: (text) => mapColumns(['email', text, `${text}x`], { [text]: 'ignore' }),
  },
  { name: 'first line of a file', sample: 'sep=;\r\nemail', run: (text) => readCsv(Buffer.from(text)).kind },
  inForm('its file', (text) => `Content-Type: text/csv\r\n\r\n${text}`),
  inForm('header of a part', (text) => `Content-Type: ${text}\r\n\r\nemail\r\na@b.example`),
  inForm('after its file', (text) => `\r\nemail\r\n--${boundary}${text}`),
  inForm(
    'almost its boundary',
    (text) => `\r\nemail\r\n${text.replaceAll('a', `\r\n--${boundary.slice(1)}`).slice(0, text.length)}`,
  ),
  { name: 'media type', sample: 'multipart/form-data; boundary="a\\"b"; charset=utf-8', run: readMediaType },
  {
    name: 'options of an import',
    sample: '{"E-mail":"email"}',
    run: (text) => ImportQuery.safeParse({ tags: text, mapping: text }),
  },
  {
    name: 'compressed body',
    sample: table,
    run: (text) => decodeContent(gzipSync(text, { level: 1 }), 'gzip', 10_000_000),
  },
  {
    name: 'body that is not gzip',
    sample: table,
    run: (text) => decodeContent(Buffer.from(text), 'gzip', 10_000_000),
  },
];
