import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = 'events/receivers';

/** A delivery before its receiver has verified it. */
export interface Claim {
  readonly body: Uint8Array;
  /** Null without the header. */
  readonly signature: string | null;
  readonly secret: string;
}

export interface Verifier {
  readonly file: string;
  /** A command that the program requires. */
  readonly requiredCommand: string;
  /** Whether the program accepts each of the claims. */
  verifyAll(claims: readonly Claim[]): boolean[];
}

/** Importable programs: one process reads JSON lines and writes one result per line. */
function library(file: string, command: string, options: readonly string[]): Verifier {
  return {
    file,
    requiredCommand: command,
    verifyAll(claims) {
      const input = claims
        .map(({ body, ...claim }) => JSON.stringify({ ...claim, body: Buffer.from(body).toString('base64') }))
        .join('\n');
      const output = execFileSync(command, options, { input, encoding: 'utf8' });

      return output.trim().split('\n').map(readResult);
    },
  };
}

function readResult(line: string): boolean {
  if (line !== 'true' && line !== 'false') throw new Error(`not a result: ${line}`);

  return line === 'true';
}

/**
 * Programs with the secret in the environment, the signature as argument and the body as input: exit status 0
 * or 1.
 */
function program(file: string, needs: string, commandIn: (built: string) => readonly string[]): Verifier {
  return {
    file,
    requiredCommand: needs,
    verifyAll(claims) {
      const built = mkdtempSync(join(tmpdir(), 'outreach-verifier-'));
      try {
        const command = commandIn(built);

        return claims.map((claim) => runProgram(command, claim) === 0);
      } finally {
        rmSync(built, { recursive: true });
      }
    },
  };
}

function runProgram([command = '', ...options]: readonly string[], { body, signature, secret }: Claim) {
  return spawnSync(command, signature === null ? options : [...options, signature], {
    input: body,
    env: { ...process.env, WEBHOOK_SECRET: secret },
  }).status;
}

const ofNode = `
import { createInterface } from 'node:readline';
import { isGenuine } from './${folder}/verify.mjs';
for await (const line of createInterface({ input: process.stdin })) {
  const { body, signature, secret } = JSON.parse(line);
  console.log(isGenuine(Buffer.from(body, 'base64'), signature ?? undefined, secret));
}`;

const ofPython = `
import base64, json, sys
sys.path.insert(0, '${folder}')
from verify import is_genuine
for line in sys.stdin:
    claim = json.loads(line)
    print(str(is_genuine(base64.b64decode(claim['body']), claim['signature'], claim['secret'])).lower())`;

const ofPhp = `
require '${folder}/verify.php';
while (($line = fgets(STDIN)) !== false) {
    ['body' => $body, 'signature' => $signature, 'secret' => $secret] = json_decode($line, true);
    echo isGenuine(base64_decode($body), $signature, $secret) ? 'true' : 'false', "\\n";
}`;

function buildGo(built: string): string[] {
  const binary = join(built, 'verify');
  execFileSync('go', ['build', '-o', binary, `${folder}/verify.go`], {
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });

  return [binary];
}

/** Programs that are started for each claim. */
export const programs: readonly Verifier[] = [
  program('verify.py', 'python3', () => ['python3', '-B', `${folder}/verify.py`]),
  program('verify.go', 'go', buildGo),
  program('verify.sh', 'openssl', () => ['sh', `${folder}/verify.sh`]),
];

export const libraries: readonly Verifier[] = [
  library('verify.mjs', process.execPath, ['--input-type=module', '--eval', ofNode]),
  library('verify.py', 'python3', ['-B', '-c', ofPython]),
  library('verify.php', 'php', ['-r', ofPhp]),
];

/** Whether the machine has the command that a verifier requires. `go` does not support `--version`. */
export function isRunnable({ requiredCommand }: Verifier): boolean {
  return (
    spawnSync(requiredCommand, [
      requiredCommand === 'go' || requiredCommand === 'openssl' ? 'version' : '--version',
    ]).status === 0
  );
}
