import type { Draft } from './draft.ts';
import { pathsIn, replaceAt, valueAt, without } from './paths.ts';

const attemptsMax = 80;

/**
 * The smallest request that still fails in the same way.
 * @param stillFails sends the request without others
 */
export async function shrink(
  draft: Draft,
  stillFails: (candidate: Draft) => Promise<boolean>,
): Promise<Draft> {
  let smallest = draft;
  let attempts = 0;
  for (let isShrinking = true; isShrinking; ) {
    isShrinking = false;
    for (const candidate of smaller(smallest)) {
      attempts += 1;
      if (attempts > attemptsMax) return smallest;
      if (!(await stillFails(candidate))) continue;
      smallest = candidate;
      isShrinking = true;
      break;
    }
  }

  return smallest;
}

function* smaller(draft: Draft): Generator<Draft> {
  const { headers, query, json, bytes } = draft;
  for (const each of headers) {
    if (!/^(authorization|content-type)$/i.test(each[0])) {
      yield { ...draft, headers: headers.filter((other) => other !== each) };
    }
  }
  for (const each of query) yield { ...draft, query: query.filter((other) => other !== each) };
  if (bytes) {
    if (bytes.length > 1) {
      yield { ...draft, bytes: bytes.subarray(0, bytes.length / 2) };
      yield { ...draft, bytes: bytes.subarray(bytes.length / 2) };
    }

    return;
  }
  for (const path of pathsIn(json).slice(1)) yield { ...draft, json: without(json, path) };
  for (const path of pathsIn(json).slice(1)) {
    const value = valueAt(json, path);
    if ((typeof value === 'string' || Array.isArray(value)) && value.length > 1) {
      yield { ...draft, json: replaceAt(json, path, value.slice(0, Math.ceil(value.length / 2))) };
    }
  }
}

const shownMax = 1500;

/** Text of a request without its credential. */
export function describeDraft({
  endpoint,
  params,
  query,
  headers,
  json,
  bytes,
  isBase64,
  origin,
}: Draft): string {
  const shown = {
    origin,
    request: `${endpoint.definition.method} ${endpoint.definition.path}`,
    params,
    query,
    headers: headers.filter(([name]) => name !== 'Authorization'),
    ...(isBase64 && { isBase64 }),
    ...(bytes ? { bytes: bytes.subarray(0, shownMax).toString('latin1') } : { json }),
  };
  const text = JSON.stringify(shown);

  return text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text;
}
