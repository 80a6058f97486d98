/** A node of the document that the editor shows, in the JSON of ProseMirror. */
export interface RichNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichNode[];
  readonly marks?: readonly RichMark[];
  readonly text?: string;
}

export interface RichMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** Addresses of links. A merge field can be the whole address. */
export const isLinkAddress = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|\{\{)[^\s\p{Cc}\\]/iu.test(address);

/** A typed address becomes a link. After a slash or `=`, a merge field may follow, which would not be in the link. */
export const isWholeAddress = (address: string): boolean =>
  /^https?:\/\/(?:[^\s/]+\/?|\S+[^\s/=])$/iu.test(address);

/** Mail programs show only images from secure addresses. */
export const isImageAddress = (address: string): boolean => /^https:\/\/[^\s\p{Cc}\\]+$/iu.test(address);
