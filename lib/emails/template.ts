/**
 * Merge fields: `{{firstName}}`, `{{contact.first_name | default: "there"}}`, `{{custom.plan}}`. One linear scan, no
 * expressions, no loops: text that customers write is never run.
 */
export interface MergeFields {
  readonly [name: string]: string | undefined;
}

export type Rendered =
  | { readonly kind: 'rendered'; readonly text: string }
  | { readonly kind: 'missing'; readonly field: string };

/** How a value is made harmless where it is put. */
type Escape = (value: string) => string;

type Part = string | { readonly field: string; readonly fallback: string | undefined };

const knownFields = new Set(['email', 'firstname', 'lastname', 'jobtitle', 'phone', 'city']);
const fieldGrammar = /^\s*([A-Za-z][A-Za-z0-9_.]*)\s*(?:\|\s*default:\s*"([^"]*)"\s*)?$/;

/** What renders a field neither now nor ever, in words; empty when the template is fine. */
export function findTemplateFaults(template: string): string[] {
  const faults: string[] = [];
  for (const part of parts(template, (text) => faults.push(`{{${text}}} is not a merge field`))) {
    if (typeof part !== 'string' && !isKnown(part.field))
      faults.push(`{{${part.field}}} is not a known field`);
  }

  return faults;
}

export function renderTemplate(template: string, fields: MergeFields, makeSafe: Escape): Rendered {
  let text = '';
  for (const part of parts(template)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = fields[part.field] ?? part.fallback;
    if (value === undefined) return { kind: 'missing', field: part.field };
    text += makeSafe(value);
  }

  return { kind: 'rendered', text };
}

/** Names of the fields that a template needs, has no default for and would not get; each once. */
export function missingFields(template: string, fields: MergeFields): string[] {
  const missing = [...parts(template)].flatMap((part) =>
    typeof part === 'string' || (fields[part.field] ?? part.fallback) !== undefined ? [] : [part.field],
  );

  return [...new Set(missing)];
}

/** The name under which a field is known: `first_name`, `FirstName` and `contact.firstName` are one. */
export function fieldName(name: string): string {
  const plain = name.toLowerCase().replace(/^contact\./, '');

  return plain.startsWith('custom.') ? plain : plain.replaceAll('_', '');
}

function isKnown(field: string): boolean {
  return knownFields.has(field) || /^custom\.[a-z][a-z0-9_]*$/.test(field);
}

function* parts(template: string, onFault?: (text: string) => void): Generator<Part> {
  let position = 0;
  while (position < template.length) {
    const open = template.indexOf('{{', position);
    const close = open < 0 ? -1 : template.indexOf('}}', open);
    if (close < 0) break;
    yield template.slice(position, open);
    const inner = template.slice(open + 2, close);
    const match = fieldGrammar.exec(inner);
    if (match?.[1] !== undefined) yield { field: fieldName(match[1]), fallback: match[2] };
    else if (onFault) onFault(inner.trim());
    else yield template.slice(open, close + 2);
    position = close + 2;
  }
  yield template.slice(position);
}
