import type { LinkProps } from '@tanstack/react-router';

/** A link to a page of another area, with its search parameters. @param path without the base, such as `/inbox` */
export const linkTo = (path: string, search: Readonly<Record<string, string | undefined>> = {}): LinkProps =>
  ({ to: path, search }) as LinkProps;
