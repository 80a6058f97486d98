import { type FieldPiece, readField } from '#lib/emails/rendering/field.ts';
import { resolveReferences } from '#lib/html/character-references.ts';

/** A part of a template: a merge field as it is written, or other text. */
export interface TemplatePart {
  readonly kind: 'text' | 'field';
  readonly source: string;
}

/** An escaped brace or bar, or the start of a merge field. The first of three braces opens a choice. */
const marks = /\\[{|}]|\{\{(?!\{)/gu;

/** Splits a template into its valid merge fields and the other text. The parts together are the template. */
export function splitFields(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let copiedTo = 0;
  const addText = (to: number): void => {
    if (to > copiedTo) parts.push({ kind: 'text', source: template.slice(copiedTo, to) });
  };
  marks.lastIndex = 0;
  for (let mark = marks.exec(template); mark; mark = marks.exec(template)) {
    const end = mark[0] === '{{' ? template.indexOf('}}', mark.index) : -1;
    if (end === -1) continue;
    const source = template.slice(mark.index, end + 2);
    marks.lastIndex = end + 2;
    if (!parseField(source)) continue;
    addText(mark.index);
    parts.push({ kind: 'field', source });
    copiedTo = end + 2;
  }
  addText(template.length);

  return parts;
}

/** @returns undefined for a text that is not a merge field */
export function parseField(source: string): FieldPiece | undefined {
  if (!/^\{\{[^<>]*\}\}$/u.test(source)) return undefined;
  const piece = readField(source.slice(2, -2), []);

  return piece.kind === 'field' ? piece : undefined;
}

/** The name as it is written: the parser changes names of custom fields to lower case. */
const writtenName = (source: string): string => source.slice(2, -2).split('|')[0]?.trim() ?? '';

/** The default as the reader sees it; empty without a default. */
export const defaultOf = (source: string): string => resolveReferences(parseField(source)?.fallback ?? '');

/** A merge field of HTML. An empty default is no default. */
export const withDefault = (source: string, text: string): string =>
  text === ''
    ? `{{${writtenName(source)}}}`
    : `{{${writtenName(source)} | default: "${encodeDefault(text)}"}}`;

/** As references, quotes and braces do not end the merge field. */
const encodeDefault = (text: string): string =>
  text.replaceAll(/[&<>"{|}\\]/gu, (character) => `&#${character.charCodeAt(0)};`);
