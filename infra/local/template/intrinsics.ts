/** Resolves references in a template. */
export interface References {
  ref(name: string): unknown;
  getAtt(name: string, attribute: string): unknown;
  importValue(exportName: string): unknown;
}

type Intrinsic = (argument: unknown, references: References) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, references) => references.ref(asString(argument, 'Ref')),
  'Fn::GetAtt': (argument, references) => {
    const [name, attribute] = typeof argument === 'string' ? splitOnce(argument) : asList(argument, 'GetAtt');

    return references.getAtt(asString(name, 'Fn::GetAtt'), asString(attribute, 'Fn::GetAtt'));
  },
  'Fn::ImportValue': (argument, references) =>
    references.importValue(asString(resolveValue(argument, references), 'Fn::ImportValue')),
  'Fn::Join': (argument, references) => {
    const [separator, values] = asList(argument, 'Fn::Join');

    return asList(resolveValue(values, references), 'Fn::Join')
      .map((value) => String(value))
      .join(asString(separator, 'Fn::Join'));
  },
  'Fn::Sub': (argument, references) => substitute(asString(argument, 'Fn::Sub'), references),
};

/**
 * Replaces intrinsic functions with their values, at any depth.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference.html
 * @throws on an unsupported intrinsic function, so that it is not treated as data.
 */
export function resolveValue(value: unknown, references: References): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolveValue(entry, references));
  if (!isRecord(value)) return value;

  const entries = Object.entries(value);
  const [first] = entries;

  if (first !== undefined && entries.length === 1 && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
    const intrinsic = intrinsics[first[0]];
    if (intrinsic === undefined) throw new Error(`The local stack does not support ${first[0]}`);

    return intrinsic(first[1], references);
  }

  return Object.fromEntries(entries.map(([key, entry]) => [key, resolveValue(entry, references)]));
}

function substitute(text: string, references: References): string {
  return text.replaceAll(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
    if (literal === '!') return `\${${name}}`;
    if (!name.includes('.')) return String(references.ref(name));
    const [resource, attribute] = splitOnce(name);

    return String(references.getAtt(resource, attribute));
  });
}

function splitOnce(name: string): [string, string] {
  const dot = name.indexOf('.');

  return [name.slice(0, dot), name.slice(dot + 1)];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asString(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new Error(`${where} needs text, not ${JSON.stringify(value)}`);

  return value;
}

function asList(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${where} needs a list, not ${JSON.stringify(value)}`);

  return value;
}
