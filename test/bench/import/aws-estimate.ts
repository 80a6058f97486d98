/**
 * Estimate for AWS: a workspace can import 1,000 rows/s. A partition accepts 1,000 write units/s, and an item
 * of a transaction costs two.
 */
export const arithmetic = [
  'On AWS one workspace can import 1,000 rows per second:',
  '',
  '| | write units per second at 1,000 rows/s | limit |',
  '|---|---:|---:|',
  '| the whole table, with 9.4 units per contact | 9,400 | 40,000 for an on-demand table, an account quota |',
  '| each of two shards of the lists of active contacts, by id and by address | 500 | 1,000 |',
  '| each of two shards of the list of `contact.created` | 500 | 1,000 |',
  '| each of four shards of one tag, or of the addresses of one mail provider | 500 | 1,000 |',
  '| the partition of the import: records of 42 chunks | 84 | 1,000 |',
  '| each of 16 shards of the outbox: 42 chunks of 4 KB each, written and deleted | 32 | 1,000 |',
  '| the totals of the workspace, once per batch of up to 100 published transactions | 2 | 1,000 |',
  '',
  'One worker processes an import, with eleven transactions of 24 rows in flight. These 264 rows are 1,000 per second if a transaction',
  'and the lookup before it take at most 264 ms. At most 40 workers run at the same time, for all workspaces and jobs.',
  'A new table accepts 4,000 units per second, or 425 rows. Its capacity doubles within half an hour.',
  '',
];
