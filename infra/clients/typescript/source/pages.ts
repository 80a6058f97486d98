export interface Page<Item> {
  readonly data: readonly Item[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** A list. `for await` reads its elements and requests further pages as needed. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor?: string) => Promise<Page<Item>>;

  constructor(read: (cursor?: string) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** The first page only, with one request. */
  first(): Promise<Page<Item>> {
    return this.#read();
  }

  async *pages(): AsyncGenerator<Page<Item>, void> {
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }
}
