import type { LinkProps } from '@tanstack/react-router';

/** Properties of a link to any page. @param path without the base path, such as `/inbox` */
export const linkTo = (path: string, search: Readonly<Record<string, string | undefined>> = {}): LinkProps =>
  ({ to: path, search }) as LinkProps;
