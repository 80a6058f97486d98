import { describe, expect, test } from 'vitest';
import { findServers, guessesOf } from '#lib/connect/find-servers.ts';
import { startNameServer, type Zone } from '../../support/name-server.ts';
import { isWholeTier } from '../../support/tier.ts';

/** The result while none of the common names is reachable. */
async function findBy(zone: Zone | 'silent', domain = 'acme.example', imap = true) {
  const dns = await startNameServer(zone);
  const resolve = () => Promise.reject(new Error('no such host'));

  return findServers({ dns, resolve, loopback: 'refuse' }, domain, { smtp: true, imap });
}

describe('the servers of a mailbox are found', () => {
  test.each([
    ['gmail.com', 'smtp.gmail.com:465', 'imap.gmail.com:993'],
    ['hotmail.com', 'smtp-mail.outlook.com:587', 'outlook.office365.com:993'],
    ['gmx.net', 'mail.gmx.net:465', 'imap.gmx.net:993'],
  ])('by the provider of %s, without a query', async (domain, smtp, imap) => {
    const found = await findBy('silent', domain);

    expect([found.smtp, found.imap].map((server) => `${server?.host}:${server?.port}`)).toEqual([smtp, imap]);
  });

  test.each([
    ['ASPMX.L.google.com', 'smtp.gmail.com'],
    ['acme-example.mail.protection.outlook.com', 'smtp.office365.com'],
    ['in1-smtp.messagingengine.com', 'smtp.fastmail.com'],
    ['mx2.zoho.eu', 'smtppro.zoho.eu'],
    ['mx01.mail.icloud.com', 'smtp.mail.me.com'],
  ])('by the provider with the MX host %s', async (host, smtp) => {
    const found = await findBy({ mx: { 'acme.example': [host, 'backup.acme.example'] } });

    expect(found.smtp?.host).toBe(smtp);
  });

  test('not by a provider with a lower MX priority or with a similar name', async () => {
    for (const mx of [
      ['mx.acme.example', 'aspmx.l.google.com'],
      ['notgoogle.com'],
      ['google.com.acme.example'],
    ]) {
      expect(await findBy({ mx: { 'acme.example': mx } })).toEqual({ smtp: undefined, imap: undefined });
    }
  });

  test('by the SRV records of the domain: implicit TLS first, then priority, then weight', async () => {
    const found = await findBy({
      srv: {
        '_submission._tcp.acme.example': [{ port: 587, target: 'plain.acme.example' }],
        '_submissions._tcp.acme.example': [
          { priority: 20, port: 465, target: 'third.acme.example' },
          { priority: 10, weight: 1, port: 465, target: 'second.acme.example' },
          { priority: 10, weight: 9, port: 465, target: 'First.Acme.Example' },
        ],
        '_imap._tcp.acme.example': [{ port: 143, target: 'acme.example' }],
      },
    });

    expect(found).toEqual({
      smtp: { host: 'first.acme.example', port: 465, secure: true },
      imap: { host: 'acme.example', port: 143, secure: false },
    });
  });

  test('not if the domain declares none, and not at hosts outside the domain', async () => {
    const found = await findBy({
      srv: {
        '_submissions._tcp.acme.example': [
          { port: 465, target: 'thief.example' },
          { port: 465, target: 'notacme.example' },
        ],
        '_imaps._tcp.acme.example': [{ port: 0, target: '.' }],
      },
    });

    expect(found).toEqual({ smtp: undefined, imap: undefined });
  });

  test.runIf(isWholeTier)('within seconds, even with a hanging name server', async () => {
    const startedAt = performance.now();

    expect(await findBy('silent')).toEqual({ smtp: undefined, imap: undefined });
    expect(performance.now() - startedAt).toBeLessThan(7000);
  });
});

test('common names are below the domain, with implicit TLS before STARTTLS', () => {
  const { smtp, imap } = guessesOf('acme.example');

  expect([...smtp, ...imap].map(({ host, port, secure }) => `${host}:${port} ${secure}`)).toEqual([
    'smtp.acme.example:465 true',
    'smtp.acme.example:587 false',
    'mail.acme.example:465 true',
    'mail.acme.example:587 false',
    'imap.acme.example:993 true',
    'mail.acme.example:993 true',
  ]);
});
