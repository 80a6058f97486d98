import { MIMEType } from 'node:util';

/** A Content-Type taken apart. */
export interface MediaType {
  /** Lower case, without parameters. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Of a multipart body. */
  readonly boundary: string | undefined;
}

/** Parameters of a value that is no media type count for nothing. */
export function readMediaType(value: string | undefined): MediaType {
  const params = value === undefined ? undefined : parametersOf(value);

  return {
    type: value?.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: params?.get('charset') ?? undefined,
    boundary: params?.get('boundary') ?? undefined,
  };
}

function parametersOf(value: string): MIMEType['params'] | undefined {
  try {
    return new MIMEType(value).params;
  } catch {
    return undefined;
  }
}
