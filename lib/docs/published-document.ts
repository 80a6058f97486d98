import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { published } from '#lib/docs/published.ts';
import { once } from '#lib/runtime/services.ts';

export const publishedDocument = once(() => published(openApi, JSON.stringify(openApi)));
