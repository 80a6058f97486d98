import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The text of a string or template with at least three words. */
function proseOf(literal: ts.LiteralLikeNode | undefined): string | undefined {
  if (!literal || ts.isRegularExpressionLiteral(literal)) return undefined;

  return literal.text.split(/\s+/u).length >= 3 ? literal.text : undefined;
}

/** The comments and the sentences in string literals and elements of a TypeScript or JavaScript file. */
export function textsOfSource(file: string): Text[] {
  const source = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, source, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const literals = literalsOf(tree);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  const found: Text[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const start = scanner.getTokenStart();
    const literal = literals.get(start);
    const text = isComment(kind) ? scanner.getTokenText() : proseOf(literal);
    if (text) found.push({ file, line: tree.getLineAndCharacterOfPosition(start).line + 1, text });
    // The scanner recognises regular expressions and template parts only with the parser's help.
    if (literal) scanner.resetTokenState(literal.end);
  }

  return found;
}

/** The texts of elements, and the string, template and regular expression literals, by their positions. */
function literalsOf(tree: ts.SourceFile): Map<number, ts.LiteralLikeNode> {
  const literals = new Map<number, ts.LiteralLikeNode>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) literals.set(node.pos, node);
    else if (isLiteral(node)) literals.set(node.getStart(tree), node);
    ts.forEachChild(node, visit);
  };
  visit(tree);

  return literals;
}

const isLiteral = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node);

const isComment = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia;

/** The paragraphs of a Markdown file, without its code. */
export function textsOfMarkdown(file: string): Text[] {
  const withoutCode = readFileSync(file, 'utf8')
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gmu, (block) => block.replaceAll(/[^\n]/gu, ''))
    .replaceAll(/`[^`\n]*`/gu, '`…`');

  return [...withoutCode.matchAll(/(?:^.*\S.*(?:\n|$))+/gmu)].map(({ 0: text, index }) => ({
    file,
    line: 1 + countLines(withoutCode.slice(0, index)),
    text,
  }));
}

export const countLines = (text: string): number => text.split('\n').length - 1;
