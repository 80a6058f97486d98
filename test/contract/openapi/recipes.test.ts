import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { newSecret, sign } from '#lib/webhooks/signature.ts';
import { exampleSecret, recipes } from '../../../infra/openapi/prose/webhooks.ts';
import { documented } from '../../support/documented.ts';

type Language = keyof typeof recipes;

/** Calls a recipe with what a receiver has; tells what it says of the delivery. */
const programs: Readonly<Partial<Record<Language, { command: string; call: string }>>> = {
  javascript: {
    command: `${process.execPath} --input-type=module --eval`,
    call: 'process.stdout.write(String(isGenuine(process.argv[1], process.argv[2], process.argv[3])));',
  },
  python: {
    command: 'python3 -c',
    call: 'import sys\nprint(str(is_genuine(sys.argv[1].encode(), sys.argv[2], sys.argv[3])).lower(), end="")',
  },
  php: {
    command: 'php -r',
    call: "echo isGenuine($argv[1], $argv[2], $argv[3]) ? 'true' : 'false';",
  },
};

function judge(language: Language, body: string, signature: string, secret: string): string {
  const program = programs[language];
  if (!program) throw new Error(`there is no way to run ${language}`);
  const [command = '', ...options] = program.command.split(' ');

  return execFileSync(
    command,
    [...options, `${recipes[language]}\n${program.call}`, body, signature, secret],
    {
      encoding: 'utf8',
    },
  );
}

function isInstalled(language: Language): boolean {
  const [command = ''] = programs[language]?.command.split(' ') ?? [];
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });

    return true;
  } catch {
    return false;
  }
}

const runnable = (Object.keys(recipes) as Language[]).filter(isInstalled);

test('recipes are run in the language of the service at least', () => {
  expect(runnable).toContain('javascript');
});

describe.each(runnable)('the recipe in %s', (language) => {
  const secret = newSecret();
  const body = JSON.stringify({ event: 'contact.created', data: { name: 'Zoë 🌱' } });

  test('accepts what the service signs', () => {
    expect(judge(language, body, sign(body, secret), secret)).toBe('true');
  });

  test.each([
    ['another body', `${body} `, sign(body, secret), secret],
    ['another secret', body, sign(body, secret), newSecret()],
    ['a signature that is cut short', body, sign(body, secret).slice(0, -1), secret],
    ['no signature', body, '', secret],
  ])('refuses %s', (_, sent, signature, key) => {
    expect(judge(language, sent, signature, key)).toBe('false');
  });
});

test('the document holds every recipe, and an example that they accept', () => {
  const text = JSON.stringify(documented.tags);
  for (const recipe of Object.values(recipes)) expect(text).toContain(JSON.stringify(recipe).slice(1, -1));

  for (const { post } of Object.values(documented.webhooks)) {
    const body = JSON.stringify(post?.requestBody?.content['application/json']?.example);
    const header = post?.parameters?.find(({ name }) => name === 'X-Webhook-Signature')?.example;
    expect(header).toBe(sign(body, exampleSecret));
  }
  const description = documented.tags.find(({ name }) => name === 'Webhook events')?.description ?? '';
  const [, secret = '', signature = '', body = ''] =
    /secret `(.+?)`[\s\S]*?`(sha256=\w+)`:\n\n```json\n(.+)\n```/.exec(description) ?? [];

  expect(judge('javascript', body, signature, secret)).toBe('true');
});
