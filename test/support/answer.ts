/** What the typed client returns for a request. */
export interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful answer. @throws for any other answer */
export function bodyOf<Data>({ data, error, response }: Answer<Data>): NonNullable<Data> {
  if (!response.ok || data === undefined || data === null) {
    throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  }

  return data;
}

export interface Page<Element> {
  readonly data: Element[];
  readonly nextCursor: string | null;
}
