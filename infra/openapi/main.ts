import { writeFileSync } from 'node:fs';
import { endpoints } from '#lib/operations.ts';
import { openApiDocument } from './document.ts';
import { describeEvents } from './events-page.ts';

/** `npm run openapi`: writes the API document and the page of events. */
const document = await openApiDocument(endpoints);
writeFileSync('lib/docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
writeFileSync('events/README.md', describeEvents(document));
