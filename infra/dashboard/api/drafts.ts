/**
 * Unsaved texts by name, such as `contacts.new`. They survive a reload in the storage of the tab, for the same user and
 * workspace only.
 */
const drafts = new Map<string, unknown>();
const listeners = new Set<() => void>();
let keyPrefix: string | undefined;

const storagePrefix = 'outreach.draft.';
/** A change of the stored format changes it, so that drafts of other versions are ignored. */
const version = 1;
/** In characters. Browsers store about five million for a site. A larger draft does not survive a reload. */
export const draftLengthMax = 1_000_000;
const totalLengthMax = 3_000_000;

/** Reads the drafts of a user of a workspace, and deletes the drafts of others. */
export function openDrafts(ownerId: string): void {
  const prefix = `${storagePrefix}${ownerId}.`;
  if (prefix === keyPrefix) return;
  keyPrefix = prefix;
  drafts.clear();
  for (const key of storedKeys()) {
    const draft = key.startsWith(prefix) ? parse(storage()?.getItem(key)) : undefined;
    if (draft === undefined) storage()?.removeItem(key);
    else drafts.set(key.slice(prefix.length), draft);
  }
}

/** Deletes all drafts. Call this when the user signs out. */
export function discardAllDrafts(): void {
  keyPrefix = undefined;
  drafts.clear();
  for (const key of storedKeys()) storage()?.removeItem(key);
  notify();
}

export const draftNames = (): readonly string[] => [...drafts.keys()];

export const readDraft = (name: string): unknown => drafts.get(name);

/** @param draft undefined deletes it. Fields with the name of a secret are not stored. */
export function writeDraft(name: string, draft: unknown): void {
  if (draft === drafts.get(name)) return;
  // The last written draft is the last one of the map.
  drafts.delete(name);
  if (draft !== undefined) drafts.set(name, draft);
  store(name, draft);
  notify();
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}

const notify = (): void => {
  for (const listener of listeners) listener();
};

function store(name: string, draft: unknown): void {
  if (keyPrefix === undefined) return;
  const key = keyPrefix + name;
  const text = draft === undefined ? '' : JSON.stringify({ version, draft }, withoutSecrets);
  storage()?.removeItem(key);
  if (text === '' || text.length > draftLengthMax) return;
  const isStored = (): boolean => {
    try {
      storage()?.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  };
  // Makes room for the draft by the deletion of the oldest ones.
  const olderKeys = [...drafts.keys()].map((other) => keyPrefix + other).filter((other) => other !== key);
  while (storedLength() + text.length > totalLengthMax || !isStored()) {
    const oldestKey = olderKeys.shift();
    if (oldestKey === undefined) return;
    storage()?.removeItem(oldestKey);
  }
}

const secretNames = /password|secret|token/iu;
const withoutSecrets = (name: string, value: unknown): unknown =>
  secretNames.test(name) ? undefined : value;

function parse(text: string | null | undefined): unknown {
  try {
    const stored = JSON.parse(text ?? '') as { readonly version?: unknown; readonly draft?: unknown };

    return stored.version === version ? stored.draft : undefined;
  } catch {
    return undefined;
  }
}

const storedKeys = (): readonly string[] =>
  Object.keys(storage() ?? {}).filter((key) => key.startsWith(storagePrefix));

const storedLength = (): number =>
  storedKeys().reduce((length, key) => length + (storage()?.getItem(key)?.length ?? 0), 0);

/** Undefined if the browser refuses it. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
