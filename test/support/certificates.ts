import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * A self-signed certificate, which is also its own trust anchor.
 * @param days validity from now; -1 for an
 * expired certificate
 */
export function makeCertificate(names = 'DNS:localhost,IP:127.0.0.1', days = 30): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, request, cert] = ['key', 'request', 'cert'].map((name) => join(folder, `${name}.pem`)) as [
    string,
    string,
    string,
  ];
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  // A unique subject: clients select a trusted certificate by its subject.
  const subject = ['-subj', `/CN=${randomUUID()}`, '-addext', `subjectAltName=${names}`];
  const validity = ['-days', String(days), '-copy_extensions', 'copyall'];
  try {
    openssl('req', '-new', '-nodes', ...curve, ...subject, '-keyout', key, '-out', request);
    openssl('x509', '-req', '-in', request, '-key', key, ...validity, '-out', cert);

    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
