import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';
import { operationsOf, pagePath } from './chapters.ts';

/**
 * `GET /llms.txt`: what the service is, and where each chapter is. https://llmstxt.org
 * @param address of the API, or its path if the host is not known
 */
export function describeIndex(document: OpenApiDocument, address: string): string {
  const chapters = document.tags.map((tag) => ({ tag, operations: operationsOf(tag, document) }));
  const link = (name: string, path: string, text: string) => `- [${name}](${address}/${path}): ${text}`;

  return `# ${document.info.title}

> ${document.info.summary}

${document.info.description.replaceAll('\n', ' ')}

Send requests to ${address} with \`Authorization: Bearer <API_KEY>\`, and each write with an \`Idempotency-Key\`.

## Guides

${chapters
  .filter(({ operations }) => operations.length === 0)
  .map(({ tag }) => link(tag.name, pagePath(tag), firstSentence(tag.description)))
  .join('\n')}

## Operations

${chapters
  .filter(({ operations }) => operations.length > 0)
  .map(({ tag, operations }) => link(tag.name, pagePath(tag), operations.map(([title]) => title).join(', ')))
  .join('\n')}

## Optional

${link('OpenAPI document', 'openapi.json', 'all operations and events, OpenAPI 3.1')}
${link('OpenAPI document for generators', 'openapi.client.json', 'the operations for API keys and the events')}
`;
}

/** Plain text, without the links of Markdown. */
function firstSentence(markdown: string): string {
  const [paragraph = ''] = markdown.split('\n\n');
  const text = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
