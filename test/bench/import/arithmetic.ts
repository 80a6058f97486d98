/** Why a workspace can import 1,000 rows/s on AWS; a partition takes 1,000 write units/s, an item of a transaction costs two. */
export const arithmetic = [
  'On AWS one workspace may import 1,000 rows a second:',
  '',
  '| | units a second at 1,000 rows/s | room |',
  '|---|---:|---:|',
  '| all of it, of 9.4 units for each contact | 9,400 | 40,000 of a table on demand, by the quota of an account |',
  '| each of two shards of the lists of active contacts, by id and by address | 500 | 1,000 |',
  '| each of two shards of the list of `contact.created` | 500 | 1,000 |',
  '| each of four shards of one tag, or of the addresses of one mail provider | 500 | 1,000 |',
  '| the partition of the import: records of 42 chunks, ends of two parts | 100 | 1,000 |',
  '| each of 16 shards of the outbox: 42 chunks with 4 KB each, written and deleted | 32 | 1,000 |',
  '| the totals of the workspace, once for up to 100 transactions that are published | 2 | 1,000 |',
  '',
  'Four workers are on an import at once, each with four transactions of 24 rows under way: 384 rows, which are 1,000 a second',
  'while a transaction and the look-up before it take no more than 384 ms. Ten workers may run at once, for all workspaces.',
  'A table that was just made takes 4,000 units a second, 425 rows, until it has grown: it doubles within half an hour.',
  '',
];
