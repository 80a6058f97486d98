import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const isProse = (text: string): boolean => text.split(/\s+/u).length >= 3;

/** The comments and the sentences in string literals of a TypeScript file. */
export function textsOfSource(file: string): Text[] {
  const source = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const seen = new Set<number>();
  const add = (start: number, text: string): void => {
    if (seen.has(start)) return;
    seen.add(start);
    found.push({ file, line: tree.getLineAndCharacterOfPosition(start).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) {
      add(range.pos, source.slice(range.pos, range.end));
    }
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) {
      add(range.pos, source.slice(range.pos, range.end));
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (isProse(node.text)) add(node.getStart(), node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  visit(tree.endOfFileToken);

  return found;
}

/** The paragraphs of a Markdown file, without its code. */
export function textsOfMarkdown(file: string): Text[] {
  const withoutCode = readFileSync(file, 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gmu, (block) => block.replaceAll(/[^\n]/gu, ''))
    .replaceAll(/`[^`\n]*`/gu, '`…`');

  return withoutCode.split('\n').map((text, index) => ({ file, line: index + 1, text }));
}
