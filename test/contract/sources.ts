import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Import {
  readonly from: string;
  readonly isTypeOnly: boolean;
}

/** Every handwritten file of a folder, as a path from the root. */
export function filesOf(folder: string, ending = ''): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const knownImports = new Map<string, readonly Import[]>();

/** Modules that a file imports, re-exports or loads, including types. Each file is parsed once. */
export function importsOf(file: string): readonly Import[] {
  const imports = knownImports.get(file) ?? parseImports(file);
  knownImports.set(file, imports);

  return imports;
}

function parseImports(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) found.push(specifier);
    ts.forEachChild(node, visit);
  };
  visit(source);

  return found;
}

function specifierOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    const isTypeOnly =
      ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? { from: moduleSpecifier.text, isTypeOnly }
      : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;

    return { from: argument && ts.isStringLiteral(argument) ? argument.text : '?', isTypeOnly: false };
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return { from: node.argument.literal.text, isTypeOnly: true };
  }

  return undefined;
}
