import { escapeHtml } from '#lib/html/escape.ts';

export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#e3e6ea, #343a42); --soft: light-dark(#667080, #9aa5b4);
  --panel: light-dark(#fff, #1b1f24); --back: light-dark(#f5f6f8, #14171b); --accent: light-dark(#2456d6, #7aa2ff);
  --pick: light-dark(#e9effd, #232d42); }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--back);
  font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; align-items: center; gap: 1rem; padding: .6rem 1rem; background: var(--panel);
  border-bottom: 1px solid var(--line); }
h1 { font-size: 1.1rem; margin: 0; }
header form { flex: 1; max-width: 26rem; }
[type=search], textarea { width: 100%; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--back); color: inherit; font: inherit; }
button { padding: .4rem .8rem; border: 1px solid var(--line); border-radius: .5rem; background: none; color: inherit;
  font: inherit; cursor: pointer; }
#stats { margin: 0 0 0 auto; color: var(--soft); }
main { flex: 1; display: flex; min-height: 0; }
#list { width: 24rem; overflow-y: auto; background: var(--panel); border-right: 1px solid var(--line); }
#list a { display: grid; grid-template-columns: 1fr auto; gap: .1rem .8rem; padding: .6rem 1rem; color: inherit;
  text-decoration: none; border-bottom: 1px solid var(--line); }
#list a:hover, #list a[aria-current] { background: var(--pick); }
#list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to { font-weight: 600; } .subject, .from { grid-column: 1 / -1; } .from, time { color: var(--soft); font-size: .85rem; }
article { flex: 1; min-width: 0; display: flex; flex-direction: column; padding: 1rem 1.4rem; overflow: auto; }
h2 { margin: 0 0 .6rem; font-size: 1.25rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } dd time { font-size: inherit; color: inherit; }
.tabs { display: flex; gap: .3rem; border-bottom: 1px solid var(--line); margin-bottom: .8rem; }
.tabs a { padding: .35rem .8rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; }
.tabs a[aria-current] { color: var(--accent); border-color: var(--accent); }
iframe { flex: 1; min-height: 20rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre, table { margin: 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem;
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
th { text-align: left; vertical-align: top; padding-right: 1rem; white-space: nowrap; color: var(--soft); }
.conversation { margin: 1rem 0 0; padding: 0; list-style: none; }
.conversation a { display: flex; gap: 1rem; padding: .35rem .8rem; color: inherit; text-decoration: none;
  border-bottom: 1px solid var(--line); } .conversation a[aria-current] { background: var(--pick); }
.conversation .from { flex: 1; }
.reply { display: grid; gap: .6rem; margin-top: 1rem; } .reply p, fieldset { margin: 0; }
fieldset { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; border: 0; } .reply .hint { padding: 0; }
.reply button { justify-self: start; } .problem { color: light-dark(#b3261e, #ff9a90); }
pre a { color: var(--accent); } .hint { padding: 1rem; color: var(--soft); }
@media (max-width: 45rem) { main { flex-direction: column; } #list { width: auto; max-height: 40vh; } #stats { display: none; } }
`;

/** Optional: the page works without it. The script shows new emails automatically, and local times. */
export const pageScript = `
const showLocalTimes = () => {
  for (const time of document.querySelectorAll('#list time')) {
    const date = new Date(time.dateTime);
    const today = date.toDateString() === new Date().toDateString();
    time.textContent = today ? date.toLocaleTimeString() : date.toLocaleString();
  }
};
const refresh = async () => {
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const id of ['list', 'stats']) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  document.title = page.title;
  showLocalTimes();
};
let lastStats;
const poll = async () => {
  const answer = document.hidden ? undefined : await fetch('/api/stats').catch(() => undefined);
  const stats = answer?.ok ? await answer.text() : lastStats;
  if (lastStats !== undefined && stats !== lastStats) await refresh();
  lastStats = stats;
  setTimeout(poll, 1500);
};
document.getElementById('clear').addEventListener('click', async () => {
  if (!confirm('Delete all mails?')) return;
  await fetch('/api/messages', { method: 'DELETE' });
  location.href = '/';
});
showLocalTimes();
poll();
`;

/** URL of an email's page, escaped as an attribute value. */
export function linkTo(id: number, search: string, view?: string): string {
  return escapeHtml(pathTo(id, search, view));
}

/** As `linkTo`, without escaping. */
export function pathTo(id: number, search: string, view?: string): string {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    id: String(id),
    ...(view && { view }),
  });

  return `/?${query}`;
}

/** `2026-01-31T09:05:07.000Z` → `01-31 09:05:07`; the page's script converts it to the reader's time zone. */
export function shortTime(iso: string): string {
  return iso.slice(5, 19).replace('T', ' ');
}
