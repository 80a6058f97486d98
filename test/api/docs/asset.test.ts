import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packedScript, scriptName } from '#lib/docs/reference-script.ts';
import { handler } from '../../../functions/docs/asset.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';

async function readAsset(asset: string) {
  useStack();

  return call(handler, { method: 'GET', path: `/docs/${asset}`, params: { asset } });
}

test('browsers keep the script, because its name contains a hash of its content', async () => {
  const reply = await readAsset(scriptName);
  const script = gunzipSync(Buffer.from(reply.text, 'base64'));

  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${scriptName}"`,
  });
  expect(scriptName).toContain(hash('sha256', script, 'base64url').slice(0, 22));
  expectDocumented('docs.asset', reply);
});

test.runIf(isWholeTier)(
  'a deployed function returns the same script, which fits a third of a Lambda response',
  async () => {
    const { baseUrl } = useStack();
    const response = await fetch(`${baseUrl}/docs/${scriptName}`);
    const script = Buffer.from(await response.arrayBuffer());

    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(script.equals(gunzipSync(Buffer.from(packedScript, 'base64')))).toBe(true);
    // Lambda limits a response to 6 MB.
    expect(packedScript.length).toBeLessThan(2_000_000);
  },
);

test('the script contains the renderer and starts it with the document of this API', () => {
  const script = gunzipSync(Buffer.from(packedScript, 'base64')).toString();

  // Booleans, so that a failure does not print 5 MB.
  expect(script.includes('@scalar/api-reference')).toBe(true);
  expect(script.includes("createApiReference('#reference'")).toBe(true);
  expect(script.includes('sourceMappingURL=')).toBe(false);
});

test.each([
  'reference-aFfrn4VZQjvT0y6mGnO1Xw.js',
  'reference.js',
  '..%2F..%2Fetc%2Fpasswd',
  `${'a'.repeat(10_000)}.js`,
])('any other name returns 404: %.40s', async (asset) => {
  const reply = await readAsset(asset);

  expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  expect(reply.headers['cache-control']).toBe('no-store');
  expectDocumented('docs.asset', reply);
});
