import { randomBytes } from 'node:crypto';
import { isSameOrigin } from '#lib/http/cross-origin.ts';
import type { EngineRequest, EngineResponse } from '../http-server.ts';
import { renderFrame, renderInbox } from './mail-page.ts';
import { pathTo } from './mail-page-assets.ts';
import { composeReply, isAnswerable } from './mail-reply.ts';
import { emptyReplyDraft, parseReplyDraft, type ReplyDraft } from './mail-reply-form.ts';
import type { MailStore } from './mail-store.ts';
import { parseEmail } from './parsed-email.ts';

/**
 * Sandbox and content policy of the frame that shows an email. The policy allows inline styles, and images from this machine.
 * The tracking pixel of a local campaign therefore counts opens, but remote senders do not learn that the email was read.
 */
const frameSandbox = 'allow-popups allow-popups-to-escape-sandbox';
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://127.0.0.1:* http://localhost:*',
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${frameSandbox}`,
].join('; ');
const frameHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': framePolicy,
  'referrer-policy': 'no-referrer',
};
const rawHeaders = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': 'sandbox' };

const limitMax = 1_000;
const json = (value: unknown, status = 200): EngineResponse => ({ status, body: JSON.stringify(value) });
const notFound = json({ message: 'There is no such page or message.' }, 404);

/** The inbox page and its JSON API. */
export function mailWeb(store: MailStore) {
  const route = async (request: EngineRequest): Promise<EngineResponse> => {
    const { method, path, query } = request;
    if (method === 'DELETE' && path === '/api/messages') {
      store.clear();

      return { status: 204, body: '' };
    }
    const [, answeredId] = /^\/messages\/(\d{1,15})\/replies$/.exec(path) ?? [];
    if (method === 'POST' && answeredId !== undefined) {
      return replyToEmail(store, Number(answeredId), request);
    }
    if (method !== 'GET') {
      return json({ message: `${method} is not allowed here.` }, 405);
    }
    switch (path) {
      case '/':
        return respondWithInbox(store, query, emptyReplyDraft);
      case '/api/stats':
        return json(store.stats());
      case '/api/messages':
        return listEmails(store, query);
      default:
        return respondWithEmail(store, path);
    }
  };

  return async (request: EngineRequest): Promise<EngineResponse> => {
    // DNS rebinding: a foreign site must not read the emails by a name that resolves to this machine.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      return json({ message: 'Only for this machine.' }, 403);
    }
    if (request.method !== 'GET' && !isSameOriginRequest(request)) {
      return json({ message: 'Only from this page.' }, 403);
    }
    const response = await route(request);

    return { ...response, headers: { 'x-content-type-options': 'nosniff', ...response.headers } };
  };
}

/** True without these headers: then the request is not from a browser. */
function isSameOriginRequest({ headers }: EngineRequest): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;

  return isSameOrigin({ headers: { 'sec-fetch-site': site?.toString(), origin, host } });
}

/** Stores the reply as an email to the sender. The service finds it when it reads the inbox. */
async function replyToEmail(
  store: MailStore,
  id: number,
  { query, body }: EngineRequest,
): Promise<EngineResponse> {
  const email = await parseEmail(store, id);
  if (email === undefined || !isAnswerable(email)) return notFound;
  const draft = parseReplyDraft(body);
  const search = query.get('search') ?? '';
  if (draft.problem !== undefined) {
    const page = await respondWithInbox(store, new URLSearchParams({ search, id: String(id) }), draft);

    return { ...page, status: 422 };
  }
  store.add(await composeReply(email, draft, Date.now()));

  return { status: 303, headers: { location: pathTo(id, search) }, body: '' };
}

async function respondWithInbox(
  store: MailStore,
  query: URLSearchParams,
  draft: ReplyDraft,
): Promise<EngineResponse> {
  const nonce = randomBytes(16).toString('base64');
  const search = query.get('search') ?? '';
  const open = query.has('id') ? await parseEmail(store, Number(query.get('id'))) : undefined;
  const conversation = open ? store.conversation(open.summary.id) : [];
  const emails = store.list({ search: search === '' ? undefined : search, limit: 200 });
  const view = query.get('view') ?? (open?.html === '' ? 'text' : 'html');
  const stats = store.stats();

  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(nonce) },
    body: renderInbox({ nonce, search, emails, stats, open, conversation, draft, view, frameSandbox }),
  };
}

async function respondWithEmail(store: MailStore, path: string): Promise<EngineResponse> {
  const [, prefix, id, view] = /^\/(messages|api\/messages)\/(\d{1,15})(\/raw|\/html)?$/.exec(path) ?? [];
  const email = id === undefined ? undefined : await parseEmail(store, Number(id));
  if (email === undefined) {
    return notFound;
  }
  const { summary, text, html, headers, raw } = email;
  switch (`${prefix}${view ?? ''}`) {
    case 'api/messages':
      return json({ ...summary, text, html, headers });
    case 'api/messages/raw':
      return { status: 200, headers: rawHeaders, body: raw };
    case 'messages/html':
      return { status: 200, headers: frameHeaders, body: renderFrame(html) };
    default:
      return notFound;
  }
}

function listEmails(store: MailStore, query: URLSearchParams): EngineResponse {
  const after = readCount(query.get('after'));
  const limit = readCount(query.get('limit')) ?? 100;
  if (Number.isNaN(after) || Number.isNaN(limit) || limit < 1 || limit > limitMax) {
    return json({ message: `'after' must be an id, 'limit' a number from 1 to ${limitMax}.` }, 400);
  }
  const to = query.get('to') ?? undefined;
  const search = query.get('search') ?? undefined;

  return json(store.list({ after, limit, to, search }));
}

/** Undefined if the parameter is absent; NaN if it is not a number. */
function readCount(text: string | null): number | undefined {
  if (text === null) {
    return undefined;
  }

  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
