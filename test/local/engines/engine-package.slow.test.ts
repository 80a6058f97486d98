import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cachePath } from '../../../infra/local/engines/engine-cache.ts';
import {
  EngineMissing,
  fetchEngine,
  findEngine,
  isEngineInstalled,
} from '../../../infra/local/engines/engine-package.ts';
import { listenOnLoopback } from '../../../infra/local/engines/loopback.ts';
import project from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from './support.ts';

const version = project.optionalDependencies['@dynoxide/linux-arm64'];
const otherPlatform = process.platform === 'win32' ? 'linux-arm64' : 'win32-x64';
const otherPackage = `@dynoxide/${otherPlatform}`;
const cacheName = `dynoxide-${otherPlatform}-${version}`;

/** A registry that provides this platform's engine as the package of another platform. */
async function startRegistry(options: { isBroken?: boolean } = {}): Promise<string[]> {
  const folder = temporaryFolder();
  const source = join(folder, 'package');
  mkdirSync(source);
  cpSync(findEngine(), join(source, otherPlatform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide'));
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: otherPackage, version }));
  const archive = join(folder, 'engine.tgz');
  spawnSync('tar', ['-czf', archive, '-C', folder, 'package']);
  const bytes = readFileSync(archive);
  const integrity = `sha512-${createHash('sha512')
    .update(options.isBroken ? 'other' : bytes)
    .digest('base64')}`;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(decodeURIComponent(request.url ?? ''));
    if (request.url?.endsWith('.tgz')) return void response.end(bytes);
    if (!decodeURIComponent(request.url ?? '').startsWith(`/${otherPackage}`)) {
      return void response.writeHead(404).end('{}');
    }
    const dist = { integrity, tarball: `http://${request.headers.host}/engine.tgz` };
    const manifest = { name: otherPackage, version, dist };
    response.end(JSON.stringify({ name: otherPackage, versions: { [version]: manifest }, 'dist-tags': {} }));
  });
  const port = await listenOnLoopback(server, 'registry');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  vi.stubEnv('npm_config_cache', join(folder, 'npm-cache'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(cachePath(cacheName), { recursive: true, force: true });
  });

  return requests;
}

test('an engine that `npm ci` did not install is fetched once from the registry and starts', async () => {
  const requests = await startRegistry();
  const steps: string[] = [];
  expect(isEngineInstalled(otherPlatform)).toBe(false);

  expect(await fetchEngine(() => steps.push('first'), otherPlatform)).toBe(true);
  expect(await fetchEngine(() => steps.push('second'), otherPlatform)).toBe(true);

  expect(steps).toEqual(['first']);
  expect(requests.filter((path) => path.endsWith('.tgz'))).toHaveLength(1);
  const program = findEngine(otherPlatform);
  expect(dirname(program).startsWith(cachePath(cacheName))).toBe(true);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  expect(stdout).toContain(version);
});

test('a package with another checksum is not installed', async () => {
  await startRegistry({ isBroken: true });

  expect(await fetchEngine(() => undefined, otherPlatform)).toBe(false);
  expect(isEngineInstalled(otherPlatform)).toBe(false);
});

test('a registry without the package leaves the engine missing, and the next fetch tries again', async () => {
  await startRegistry();
  const [empty, full] = [`http://127.0.0.1:9/`, process.env['npm_config_registry'] ?? ''];
  vi.stubEnv('npm_config_registry', empty);
  vi.stubEnv('npm_config_fetch_retries', '0');
  expect(await fetchEngine(() => undefined, otherPlatform)).toBe(false);
  vi.stubEnv('npm_config_registry', full);

  expect(await fetchEngine(() => undefined, otherPlatform)).toBe(true);
});

test('the error on a platform without an engine names the platform and the variable to set', async () => {
  expect(await fetchEngine(() => undefined, 'plan9-mips')).toBe(false);
  expect(() => findEngine('plan9-mips')).toThrow(EngineMissing);
  expect(() => findEngine('plan9-mips')).toThrow(/plan9-mips.*AWS_ENDPOINT_URL_DYNAMODB/);
});

test('the lock file has the engine of each platform in one version', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

  for (const [name, expected] of Object.entries(project.optionalDependencies)) {
    const [os, cpu] = name.replace('@dynoxide/', '').split('-');
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version: expected, os: [os], cpu: [cpu] });
  }
  expect(new Set(Object.values(project.optionalDependencies))).toEqual(new Set([version]));
});
