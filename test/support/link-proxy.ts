import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import { resourcesOf, settingsOf, synthesiseStage } from '../infra/synthesised.ts';

/**
 * A proxy like the template's distribution: runs its function for each request, and passes the request to a gateway with the
 * gateway's host. Stops when the test ends.
 * @returns its URL
 */
export async function startLinkProxy(baseUrl: string): Promise<string> {
  const { api } = synthesiseStage('prod', settingsOf('prod', { trackingDomainTarget: 'links.example.com' }));
  const [edgeFunction] = resourcesOf(api, 'AWS::CloudFront::Function');
  const server = createServer((incoming, outgoing) => {
    const { method, url: uri, headers } = incoming;
    const values = Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]);
    const event = { request: { method, uri, headers: Object.fromEntries(values) } };
    const passed = runInNewContext(`${edgeFunction?.properties['FunctionCode']}; handler(event)`, { event });
    if (passed.statusCode !== undefined) {
      outgoing.writeHead(passed.statusCode).end();

      return;
    }
    const sent = Object.entries<{ value: string }>(passed.headers).map(([name, { value }]) => [name, value]);
    const { host } = new URL(baseUrl);
    const call = request(`${baseUrl}${passed.uri}`, {
      method,
      headers: { ...Object.fromEntries(sent), host },
    });
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());

  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
