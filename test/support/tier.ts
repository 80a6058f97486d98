import { readdirSync, readFileSync } from 'node:fs';

/** `npm run test:slow` runs only the files that take five seconds or more, with all their cases. */
export const isSlowTier = process.env['TEST_TIER'] === 'slow';

/** `npm run test:all` runs all cases of every test; `npm test` runs a selection in three minutes. */
export const isWholeTier = isSlowTier || process.env['TEST_ALL'] !== undefined;

/** How often a failed test is repeated: 0, except in continuous integration. The last lines of a run name tests that needed it. */
export const retries = Number(process.env['TEST_RETRIES'] ?? 0);

/** All cases in the whole tier; every nth of equivalent cases in the fast tier. */
export function selectCases<Case>(cases: readonly Case[], nth: number): Case[] {
  return isWholeTier ? [...cases] : cases.filter((_, position) => position % nth === 0);
}

/** Pure code without side effects. */
export const pure = [
  ...[
    'api-keys',
    'auth',
    'campaigns',
    'contacts',
    'dashboard',
    'email-accounts',
    'emails',
    'executions',
    'http',
  ],
  ...['mail', 'inbox', 'storage', 'tracking', 'webhooks'],
].map((domain) => `test/unit/${domain}/**/*.test.ts`);

/** Tests of two seconds or more for behaviour that seldom changes: run by `npm run test:slow`. */
export const long = [
  'test/api/guards/{audit,authentication,authority,credentials,empty-texts,exact-limit,examples,foreign-names,head,idempotency,input,objects,rate-limit,replies,roles,sessions,updated-after,versions}.test.ts',
  'test/api/api-keys/create.limit.test.ts',
  'test/api/auth/{accept-invitation,change-password,login,login.attempts,reset-password}.test.ts',
  'test/api/connect/{finish,smtp,smtp.secrets}.test.ts',
  'test/api/contacts/{import,import.formats,import.hostile,import.malformed,update.ended-campaigns,update.enrol,update.many-campaigns,update.race}.test.ts',
  'test/api/campaigns/{update-recipients,update.if-match}.test.ts',
  'test/api/{activity/list.filters,activity/list.replay,blocklist/import,contacts/update.continue,dashboard/stats,docs/not-found,docs/page,users/remove.authority,users/remove.created}.test.ts',
  'test/api/tracking/{click.hosts,unsubscribe.address}.test.ts',
  'test/api/webhooks/{enable,replay,resend}.test.ts',
  'test/bench/{benches.test.ts,bundle-parts.test.ts,bundles.test.ts,costs.test.ts,{lists,sending,stats}/*.test.ts}',
  'test/contract/{client/scenarios,empty-environment,imports,outbound,samples}.test.ts',
  'test/contract/events/{changes,emits,undeclared}.test.ts',
  'test/corpus/{mutated.corpus,reports}.test.ts',
  'test/contract/openapi/lint.test.ts',
  'test/contract/receivers/{verifiers,verify-standard}.test.ts',
  'test/faults/{bulk-job,export,failing-jobs,import,kill-points}.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/hostile/**/*.test.ts',
  'test/infra/{account,functions,gateway-deployment,links,nag,restored-table,schemas,stages,synthesise}.test.ts',
  'test/infra/{graph,pages}/*.test.ts',
  'test/api/users/{create-password-reset,invite}.test.ts',
  'test/api/docs/openapi.local.test.ts',
  'test/language/main.test.ts',
  'test/journeys/{answer,clock-reset,connect-by-consent,file-to-inbox,history,moved-clock,readme,readme.again,reply,see-and-steer}.test.ts',
  'test/local/{admin,admin.outputs,code/function-code,command,dashboard,event-sources,failed-start,faults,first-run,functions,move-messages,queue-poller}.test.ts',
  'test/local/{redrive,redrive.task,restart,restore-security,seed,starting-function,users,workspaces}.test.ts',
  'test/local/engines/{dynamodb,dynamodb-local,mail-catcher,scheduler-firing,sqs}.test.ts',
  'test/local/iam/{changed-template,roles}.test.ts',
  'test/stage/*.test.ts',
  'test/storage/{page,rate-window,table}.test.ts',
  'test/threading/{inbox,inbox.kinds,postfix}.test.ts',
  'test/unit/{auth/password,inbox/hostile,contacts/csv-rows,contacts/import-rows.malformed,contacts/import-rows.memory,contacts/export-round-trip,network/post-deadline}.test.ts',
  'test/workers/activity/publish.{breakdown,cut}.test.ts',
  'test/workers/{blocklist/apply,campaigns/run-job.{audience,drafts,remove},emails/send.{actions,answer,answer-copy,bounced,deletion,headers,notice,oauth,preview.random,service-email,setback}}.test.ts',
  'test/workers/{bulk-jobs/run,bulk-jobs/run.exports,bulk-jobs/run.killed,bulk-jobs/run.poison,contacts/run-import,contacts/run-import.poison,erasures/run,maintenance/sweep,maintenance/sweep.domains}.test.ts',
  'test/workers/campaigns/dispatch.{accounts,actions,bounces,end,estimate,follow-ups,many-accounts,pauses,rescan,restart,winners}.test.ts',
  'test/workers/{dashboard/fold.{crashes,histories,numbers,recount},email-accounts/check-health}.test.ts',
  'test/workers/inbox/sync{,.company,.deadline,.folders,.forged,.histories,.killed,.limits,.many-replies,.opt-out,.poison,.rejected,.repeated,.sender,.sent,.start,.stored,.without-code}.test.ts',
  'test/workers/emails/send.{breaker,click,evidence,limits,login,paused,refused,unknown-outcome,windows,winner}.test.ts',
  'test/workers/webhooks/deliver-slowly.test.ts',
  'test/workers/webhooks/deliver.{breaker,complaints,crashes,histories,refused,rotation}.test.ts',
];

/** Files with further cases in the whole tier, by their source; `npm test` runs a selection of each. */
export function findPartlyLong(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /\b(?:isWholeTier|selectCases|TEST_ALL)\b/.test(readFileSync(file, 'utf8')));
}

/** Long tests with a separate command: `test:costs`, `test:mail`, `test:simulation` and `test:tour`. */
export const separate = [
  'test/bench/{bundle-parts,costs}.test.ts',
  'test/journeys/readme.test.ts',
  'test/simulation/**',
  'test/threading/**',
];
