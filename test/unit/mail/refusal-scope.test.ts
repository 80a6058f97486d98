import { expect, test } from 'vitest';
import { readRefusal } from '#lib/mail/refusal.ts';
import { classifyTransactionRefusal, type TransactionPhase } from '#lib/mail/refusal-verdict.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import { refusalCorpus, type Scope } from './refusal-corpus.ts';
import { transactionReplies } from './transaction-replies.ts';

const messageReasons = ['size', 'content', 'spam'];

function scopeOf(phase: TransactionPhase, reply: string): Scope {
  const refusal = readRefusal(reply);
  const { smtpCode, enhancedCode, diagnostic } = refusal;
  const { kind, accountKind } = classifyTransactionRefusal(phase, refusal);
  if (accountKind) return 'account';
  const statuses = enhancedCode === null ? [] : [enhancedCode];
  const { reason } = classifyReply({ smtpCode, statuses, words: diagnostic ?? '' });

  return kind === 'fail' && messageReasons.includes(reason) ? 'message' : 'recipient';
}

/** The verdict of the older list implies its scope: a failure of the account that it names, or the recipient or the message. */
const known = transactionReplies.map(([source, phase, reply, verdict]) => {
  const isAccount = verdict.includes(' ');

  return { source, phase, reply, isRight: (scopeOf(phase, reply) === 'account') === isAccount, isAccount };
});
const judged = refusalCorpus.map(([source, phase, reply, scope]) => ({
  source,
  phase,
  reply,
  scope,
  found: scopeOf(phase, reply),
}));

const table = (rows: readonly object[]): string =>
  rows.map((row) => Object.values(row).join('\t')).join('\n');

test('at least 95 % of the replies of real servers suggest the documented scope', () => {
  const rows = (['recipient', 'message', 'account'] as const).map((scope) => {
    const ofScope = judged.filter((each) => each.scope === scope);

    return { scope, replies: ofScope.length, right: ofScope.filter(({ found }) => found === scope).length };
  });
  process.stdout.write(`${table(rows)}\n`);
  const wrong = judged.filter(({ scope, found }) => scope !== found);
  process.stdout.write(
    `${table(wrong.map(({ source, scope, found, reply }) => ({ source, scope, found, reply })))}\n`,
  );
  const right = judged.length - wrong.length;

  expect(judged.length).toBeGreaterThanOrEqual(90);
  expect(judged.length + known.length).toBeGreaterThanOrEqual(150);
  expect(right / judged.length).toBeGreaterThanOrEqual(0.95);
  expect(known.filter(({ isRight }) => !isRight)).toEqual([]);
});
