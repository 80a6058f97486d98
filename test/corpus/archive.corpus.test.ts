import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { classify } from '#lib/inbox/classify.ts';
import { readHeaderBytes, readMessage } from '#lib/mail/received-message.ts';
import { ourId } from '../unit/inbox/messages.ts';

/** A folder with one personal message per file, such as a mailing list's archive. Not part of the project. */
const archive = process.env['ARCHIVE'];

const threadField = /^(?:In-Reply-To|References):.*\n(?:[ \t].*\n)*/gim;

/** The replies, rewritten as replies to our message. Duplicates of a list count once. */
function* replies(folder: string): Generator<{ readonly name: string; readonly source: Buffer }> {
  const seen = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(?:txt|eml)$/.test(name)) continue;
    const raw = readFileSync(join(folder, name), 'latin1')
      .replaceAll('\r\n', '\n')
      .replace(/^From .*\n/, '');
    const header = readHeaderBytes(Buffer.from(raw, 'latin1')).toString('latin1');
    const id = /^message-id:\s*(\S+)/im.exec(header)?.[1] ?? name;
    const isReply = header.search(threadField) >= 0;
    if (!isReply || seen.has(id)) continue;
    seen.add(id);
    const body = raw.slice(header.length);
    const own = header.replaceAll(threadField, '');
    yield { name, source: Buffer.from(`In-Reply-To: ${ourId}\n${own}${body}`, 'latin1') };
  }
}

describe.skipIf(archive === undefined)('Of the replies of people in an archive', () => {
  test('classifies at most 0.3 % as automatic and none as a bounce', async () => {
    const kinds = new Map<string, string[]>();
    for (const { name, source } of replies(archive ?? '')) {
      const mail = await readMessage(source);
      const kind = mail ? classify(mail).kind : 'unreadable';
      kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
    }
    const count = [...kinds.values()].flat().length;
    const automatic = kinds.get('auto_reply') ?? [];
    process.stdout.write(`replies of people: ${automatic.length} of ${count} called automatic\n`);
    process.stdout.write(automatic.map((name) => `  ${name}\n`).join(''));

    expect(count).toBeGreaterThan(1000);
    expect(automatic.length / count).toBeLessThanOrEqual(0.003);
    expect([...kinds.keys()].filter((kind) => /bounce|complaint/.test(kind))).toEqual([]);
  });
});
