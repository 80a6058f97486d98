/** Such as “The server is unreachable.” for “the server is unreachable” */
export const toSentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`;
