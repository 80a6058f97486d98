import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handler as upload } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { gatewayEvent } from '../../support/call.ts';
import { type Encoding, encoded, encodings, malformedFile } from '../../support/malformed-csv.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { expectNothingWritten } from '../support/subject.ts';
import { walkPages } from '../support/walk.ts';

/** Files per encoding. Set another seed for other files. */
const count = Number(process.env['MALFORMED_FILES'] ?? 1000);
const seed = Number(process.env['MALFORMED_SEED'] ?? 20_261_122);
/** Enough files for repeated addresses, and few enough for the rate limit of a key. */
const filesPerWorkspace = 40;

const file = fc.record({ file: malformedFile, onDuplicate: fc.constantFrom('skip', 'update') });
type Sent = typeof file extends fc.Arbitrary<infer Value> ? Value : never;
const files = fc.sample(file, { numRuns: count, seed });
const shares = Array.from({ length: Math.ceil(count / filesPerWorkspace) }, (_, share) =>
  files.slice(share * filesPerWorkspace, (share + 1) * filesPerWorkspace),
);

test.each(encodings)(
  `of ${count} malformed files in $name the sums of each report are correct, and a rejected file writes nothing`,
  async (encoding) => {
    const refused: Sent[] = [];
    for (const share of shares) {
      const workspace = await newWorkspace();
      let created = 0;
      for (const each of share) {
        const { status, answer } = await send(each, encoding, workspace);
        if (status === 422) refused.push(each);
        else {
          expect(status, JSON.stringify([each, answer])).toBe(200);
          expectToAddUp(answer);
          created += answer.created;
        }
      }
      const contacts = await walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit: 100 });
      expect(contacts.flat().length).toBe(created);
    }
    expect(refused.length).toBeLessThan(count / 2);
    await expectNoTrace(refused, encoding);
  },
  900_000,
);

function expectToAddUp({
  total,
  created,
  updated = 0,
  skipped,
  duplicatesInFile,
  failed,
  errors,
}: Report): void {
  expect(created + updated + skipped + duplicatesInFile + failed).toBe(total);
  expect(new Set(errors.map(({ row }) => row)).size).toBe(failed);
  for (const { row } of errors) expect(row).toBeGreaterThanOrEqual(1);
}

interface Report
  extends Readonly<Record<'total' | 'created' | 'skipped' | 'duplicatesInFile' | 'failed', number>> {
  readonly updated?: number;
  readonly errors: readonly { readonly row: number }[];
}

async function expectNoTrace(refused: readonly Sent[], encoding: Encoding): Promise<void> {
  for (let at = 0; at < refused.length; at += filesPerWorkspace) {
    const workspace = await newWorkspace();
    await expectNothingWritten({ workspace }, async () => {
      for (const each of refused.slice(at, at + filesPerWorkspace)) {
        const { status, answer } = await send(each, encoding, workspace);
        expect([status, answer.error.code]).toEqual([422, 'VALIDATION_ERROR']);
      }
    });
  }
}

/** An event of the gateway. */
async function send({ file, onDuplicate }: Sent, encoding: Encoding, { apiKey }: Workspace) {
  const charset = encoding.charset === undefined ? '' : `; charset=${encoding.charset}`;
  const event = gatewayEvent({
    method: 'POST',
    path: '/contacts/import',
    apiKey,
    query: { onDuplicate },
    headers: { 'Content-Type': `text/csv${charset}` },
  });
  const bytes = { body: encoded(file, encoding).toString('base64'), isBase64Encoded: true };
  const reply = await upload({ ...event, ...bytes }, { getRemainingTimeInMillis: () => 25_000 } as never);

  return { status: reply.statusCode, answer: JSON.parse(reply.body) };
}
