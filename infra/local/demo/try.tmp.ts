import { readFile } from 'node:fs/promises';
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from './api-client.ts';
import { createCampaign, importContacts, listContacts, startCampaign, subscribe } from './campaign.ts';
import { startReceiver } from './receiver.ts';
import { connectAccounts, startDemoStack } from './stack.ts';
import { stackTime } from './stack-time.ts';
import { countMails } from './figures.ts';
const undo: any[] = [];
try {
const stack = await startDemoStack((f) => undo.push(f));
const receiver = await startReceiver(); undo.push(receiver.stop);
const time = stackTime(stack.controlUrl);
const api = apiClient({ ...stack, waitSeconds: (s) => time.advance(s * 1000) });
await subscribe(api, receiver);
const t0 = performance.now(); const t = () => (performance.now() - t0).toFixed(0);
const ids = await connectAccounts(stack, 30); console.log(t(), 'accounts');
await importContacts(api, await readFile('events/demo/contacts.csv', 'utf8'), 'x'); console.log(t(), 'import');
const contacts = await listContacts(api);
const id = await createCampaign(api, contacts.map((c) => c.id), ids); await startCampaign(api, id); console.log(t(), 'started');
const pids = execSync(`pgrep -f 'state ${stack.stateFolder}'`).toString().trim().split('\n')[0] + ' ' + readFileSync(stack.stateFolder + '/dynamodb.pid', 'utf8');
const threads = () => console.log('THREADS', execSync('python3 /tmp/threads.py ' + pids).toString());
threads(); let before = 0;
for (let step = 0; step < 60; step++) {
  const s0 = performance.now();
  await time.settle(['ticks','jobs','sends']);
  const s = await time.status();
  const m = (await countMails(stack.mail.webUrl)).count;
  console.log(t(), `step ${step} ${(performance.now()-s0).toFixed(0)} ms, mails +${m - before}`, JSON.stringify(Object.entries(s.queues).filter(([n])=>n.startsWith('sendsQ'))[0][1])); before = m;
  if (step % 15 === 14) threads();
  if (m === 1000) break;
  await time.advance(10_000);
}
threads();
for (let i=0;i<3;i++){ threads(); await pause(4000);} const bench = async (name: string, n: number, f: () => Promise<unknown>) => { const s = performance.now(); for (let i=0;i<n;i++) await f(); console.log(name, ((performance.now()-s)/n).toFixed(2), 'ms'); }; await bench('GET campaign', 30, () => fetch(stack.baseUrl+'/campaigns/'+id,{headers:{authorization:'Bearer '+stack.apiKey}}).then(r=>r.text())); threads(); execSync('cp -r '+stack.stateFolder+' /tmp/statecopy');
} finally { for (const u of undo.reverse()) await u(); }
process.exit(0);
