import { writeFileSync } from 'node:fs';
import { endpoints } from '#lib/operations.ts';
import { describeTools } from '../reference/tool-list.ts';
import { openApiDocument } from './document.ts';
import { describeEvents } from './events-page.ts';

/** `npm run openapi`: writes the API document, the list of tools and the page of events. */
const document = await openApiDocument(endpoints);
writeFileSync('lib/docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
writeFileSync('lib/mcp/tool-list.json', `${JSON.stringify(describeTools(document), null, 2)}\n`);
writeFileSync('events/README.md', describeEvents(document));
