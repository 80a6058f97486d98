import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

const network = /^(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns\/promises)$/;
/** Functions that do not use the network. */
const harmless = ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES'];

const sourceOf = (file: string) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** Network imports of a file, as `file: module.name`. */
function networkImports(file: string): string[] {
  return sourceOf(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause, moduleSpecifier } = statement;
    if (!network.test(moduleSpecifier.text)) return [];
    if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const bindings = importClause?.namedBindings;
    const names =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements
            .filter(({ isTypeOnly }) => !isTypeOnly)
            .map(({ name, propertyName }) => (propertyName ?? name).text)
        : ['*'];

    return names
      .filter((name) => !harmless.includes(name))
      .map((name) => `${file}: ${moduleSpecifier.text}.${name}`);
  });
}

/** Calls of the global `fetch`, which has no time budget. */
function fetches(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'fetch') {
      found.push(file);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));

  return found;
}

test('the library opens connections in one place, with a time budget', () => {
  const library = filesOf('lib', '.ts');
  expect(library.flatMap(networkImports).sort()).toEqual([
    // TLS and HTTP over a connection with a time budget, and name servers with a deadline.
    'lib/connect/first-reachable.ts: node:tls.connect',
    'lib/connect/mail-dns.ts: node:dns/promises.Resolver',
    'lib/mail/imap-client.ts: node:tls.connect',
    'lib/network/guarded-connection.ts: node:net.connect',
    'lib/network/guarded-lookup.ts: node:dns/promises.Resolver',
    'lib/network/guarded-request.ts: node:http.request',
    'lib/network/guarded-request.ts: node:tls.connect',
    'lib/sender-dns/dns-queries.ts: node:dns/promises.Resolver',
  ]);
  expect(library.flatMap(fetches)).toEqual([]);
});
