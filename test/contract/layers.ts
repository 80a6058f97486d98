/** A file of `lib` and a file that it imports, as paths from the root. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

const platform = [
  'http',
  'runtime',
  'storage',
  'bucket',
  'queue',
  'schedule',
  'crypto',
  'network',
  'mail',
  'html',
];

/** Folders that compose domains. No domain imports them. */
const compositions = ['endpoints', 'events', 'maintenance', 'mcp', 'operations.ts', 'workers.ts'];

/**
 * Domains that need each other in both directions, with the reason. CONTRIBUTING.md has the same list.
 * Every other import between domains belongs to an order without cycles.
 */
const couplings: Readonly<Record<string, string>> = {
  'campaigns contacts': 'a campaign enrols contacts; a contact shows, enters and leaves its campaigns',
  'campaigns emails': 'a dry run renders emails; an email reads its campaign, step and limits',
  'campaigns email-accounts':
    'a dispatch reads accounts; a reconnected account wakes the campaigns that use it',
  'blocklist contacts': 'an entry suppresses contacts; a new contact is compared with the entries',
  'emails inbox': 'a received message changes the email it answers; a follow-up reads the inbox first',
};

const folderOf = (file: string): string => file.split('/')[1] ?? '';

const rankOf = (folder: string): number => {
  if (folder === 'values') return 0;
  if (platform.includes(folder)) return 1;
  if (folder === 'commit') return 2;

  return compositions.includes(folder) ? 4 : 3;
};

/** Imports that point from a layer to a higher one. */
export function upwardArrows(arrows: readonly Arrow[]): string[] {
  return arrows
    .filter(({ from, to }) => rankOf(folderOf(to)) > rankOf(folderOf(from)))
    .map(({ from, to }) => `${from} → ${to}`);
}

/** The cycles between folders of one layer, apart from the couplings that have a name. */
export function folderCycles(arrows: readonly Arrow[]): string[][] {
  const isCoupling = (one: string, other: string) => [one, other].sort().join(' ') in couplings;
  const between = arrows
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to && !isCoupling(from, to));

  return cyclesOf(between);
}

/** The couplings that the code no longer needs in both directions. */
export function staleCouplings(arrows: readonly Arrow[]): string[] {
  const pairs = new Set(arrows.map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`));

  return Object.keys(couplings).filter(
    (pair) => !pairs.has(pair) || !pairs.has(pair.split(' ').reverse().join(' ')),
  );
}

/** Groups of nodes that reach each other, by Tarjan's algorithm. */
export function cyclesOf(arrows: readonly Arrow[]): string[][] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string) => {
    const state = { index: order.size, low: order.size, isOpen: true };
    order.set(node, state);
    open.push(node);
    for (const { to } of targets.get(node) ?? []) {
      const seen = order.get(to) ?? visit(to);
      if (seen.isOpen) state.low = Math.min(state.low, seen.low);
    }
    if (state.low === state.index) {
      const group = open.splice(open.indexOf(node));
      for (const member of group) Object.assign(order.get(member) ?? {}, { isOpen: false });
      if (group.length > 1) cycles.push(group.sort());
    }

    return state;
  };
  for (const node of targets.keys()) if (!order.has(node)) visit(node);

  return cycles;
}
