import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';
import { permissionCheckPlugin } from './test/support/permission-check-plugin.ts';
import { isSlowTier, isWholeTier } from './test/support/tier.ts';

const pure = [
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
const long = [
  'test/api/guards/{audit,authentication,credentials,exact-limit,examples,head,idempotency,input,objects,rate-limit,replies,roles,sessions,updated-after,versions}.test.ts',
  'test/api/api-keys/create.limit.test.ts',
  'test/api/auth/{accept-invitation,change-password,login,login.attempts,reset-password}.test.ts',
  'test/api/connect/{finish,smtp,smtp.secrets}.test.ts',
  'test/api/contacts/{import,import.formats,import.hostile,import.malformed,update.ended-campaigns,update.many-campaigns,update.race}.test.ts',
  'test/api/campaigns/update-recipients.test.ts',
  'test/api/webhooks/{enable,replay,resend}.test.ts',
  'test/bench/{bundle-parts.test.ts,bundles.test.ts,costs.test.ts,{lists,sending,stats}/*.test.ts}',
  'test/contract/{client/scenarios,empty-environment}.test.ts',
  'test/contract/events/undeclared.test.ts',
  'test/corpus/mutated.corpus.test.ts',
  'test/contract/openapi/lint.test.ts',
  'test/contract/receivers/{verifiers,verify-standard}.test.ts',
  'test/faults/*.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/hostile/**/*.test.ts',
  'test/infra/{account,functions,gateway-deployment,links,nag,restored-table,schemas,stages,synthesise}.test.ts',
  'test/infra/{graph,pages}/*.test.ts',
  'test/api/users/{create-password-reset,invite}.test.ts',
  'test/api/docs/openapi.local.test.ts',
  'test/journeys/{answer,clock-reset,connect-by-consent,file-to-inbox,history,moved-clock,readme,reply,see-and-steer}.test.ts',
  'test/local/{admin,admin.outputs,code/function-code,command,dashboard,event-sources,failed-start,faults,first-run,functions,move-messages,queue-poller}.test.ts',
  'test/local/{redrive,redrive.task,restart,seed,starting-function,users,workspaces}.test.ts',
  'test/local/engines/{dynamodb,dynamodb-local,mail-catcher,scheduler-firing,sqs}.test.ts',
  'test/local/iam/changed-template.test.ts',
  'test/stage/*.test.ts',
  'test/storage/{page,rate-window}.test.ts',
  'test/threading/{inbox,inbox.kinds,postfix}.test.ts',
  'test/unit/{auth/password,contacts/import-rows.malformed,contacts/import-rows.memory,network/post-deadline}.test.ts',
  'test/workers/activity/publish.breakdown.test.ts',
  'test/workers/{blocklist/apply,campaigns/run-job.{audience,remove},emails/send.{actions,answer-copy,bounced,deletion,headers,notice,oauth,preview.random,setback}}.test.ts',
  'test/workers/{bulk-jobs/run,bulk-jobs/run.exports,bulk-jobs/run.killed,erasures/run,maintenance/sweep.domains}.test.ts',
  'test/workers/campaigns/dispatch.{accounts,actions,estimate,follow-ups,many-accounts,restart,winners}.test.ts',
  'test/workers/{dashboard/fold.{crashes,histories,recount},email-accounts/check-health}.test.ts',
  'test/workers/inbox/sync{,.company,.deadline,.forged,.killed,.poison,.without-code}.test.ts',
  'test/workers/webhooks/deliver-slowly.test.ts',
  'test/workers/webhooks/deliver.{breaker,complaints,crashes,histories,rotation}.test.ts',
];

/** Files with further cases in the slow tier; `npm test` runs a selection of each. */
const partlyLong = [
  'test/journeys/kill-import.test.ts',
  'test/journeys/kill-sending.test.ts',
  'test/journeys/kill.test.ts',
  'test/journeys/lost-wake-up.test.ts',
  'test/journeys/pause.test.ts',
  'test/journeys/webhook-receiver.test.ts',
  'test/journeys/webhook-retries.test.ts',
  'test/unit/connect/find-servers.test.ts',
  'test/unit/connect/first-reachable.test.ts',
  'test/unit/webhooks/signature.test.ts',
  'test/workers/campaigns/dispatch.dry-run.test.ts',
];

/** Long tests with a separate command: `test:costs`, `test:hostile`, `test:mail` and `test:simulation`. */
const separate = [
  'test/bench/{bundle-parts,costs}.test.ts',
  'test/hostile/**',
  'test/simulation/**',
  'test/threading/**',
];

export default defineConfig({
  plugins: [permissionCheckPlugin()],
  test: {
    setupFiles: ['test/support/new-file.ts', 'test/support/logs.ts'],
    sequence: { setupFiles: 'list' },
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    // Real engines respond in milliseconds; a test that takes longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On two cores, three threads use the time in which tests wait for an engine. Slow tests start processes of their own, and
    // a crash of one must not end the others.
    pool: isWholeTier ? 'forks' : 'threads',
    maxWorkers: isWholeTier ? 2 : 3,
    projects: isSlowTier
      ? [
          {
            extends: true,
            test: {
              name: 'slow',
              setupFiles: ['test/support/fail-on-refusals.ts'],
              include: [...long, ...partlyLong],
              exclude: separate,
            },
          },
        ]
      : [
          // Pure code without side effects: a separate worker per file would take longer than the tests.
          {
            extends: true,
            test: { name: 'unit', include: pure, exclude: isWholeTier ? [] : long, isolate: false },
          },
          {
            extends: true,
            test: {
              name: 'whole',
              isolate: false,
              setupFiles: ['test/support/fail-on-refusals.ts'],
              include: ['test/**/*.test.ts'],
              exclude: [...pure, ...(isWholeTier ? [] : [...long, ...separate])],
            },
          },
        ],
  },
});
