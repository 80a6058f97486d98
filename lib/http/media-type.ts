/** A Content-Type taken apart: RFC 9110, section 8.3.1. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Of a multipart body. */
  readonly boundary: string | undefined;
}

/** By hand: Node's `MIMEType` would be one more of its modules to load in every function. */
export function readMediaType(value = ''): MediaType {
  return {
    type: value.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: parameter(value, /;\s*charset=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
    boundary: parameter(value, /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i),
  };
}

function parameter(value: string, pattern: RegExp): string | undefined {
  const [, quoted, token] = pattern.exec(value) ?? [];

  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}
