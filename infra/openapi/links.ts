import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';

/**
 * Replaces links to headings, such as `[Errors](#errors)`, by the anchors of the page of `GET /docs`. The page has anchors for
 * tags only, so a link to a heading of a tag's description points to the tag. A link to an unknown heading does not change; tests
 * fail for it.
 */
export function resolveLinks(document: OpenApiDocument): OpenApiDocument {
  const anchors = anchorsOf(document);
  const text = JSON.stringify(document).replaceAll(
    /\]\(#([^)]*)\)/g,
    (_, heading: string) => `](#${anchors.get(heading) ?? heading})`,
  );

  return JSON.parse(text);
}

/** The anchors by heading. Headings have the form that links use: `webhook-events` for `Webhook events`. */
function anchorsOf({ tags }: OpenApiDocument): Map<string, string> {
  return new Map(
    tags.flatMap(({ name, description }) =>
      [name, ...headingsOf(description)].map((heading) => [slugOf(heading), `tag/${slugOf(name)}`] as const),
    ),
  );
}

function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}

/** A heading as links write it: `webhook-events` for `Webhook events`. */
export function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
