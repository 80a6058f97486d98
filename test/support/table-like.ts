import { dynamoClient } from '#lib/runtime/services.ts';
import { createTableLike as createLike } from '../../infra/local/resources/tables.ts';

/** Creates a table with the template's schema. The stack's workers do not process its changes. */
export const createTableLike = (original: string, name: string) => createLike(dynamoClient(), original, name);
