import * as z from 'zod/mini';
import { rateParts } from '#lib/statistics/rates.ts';

/** A field of a response for each name. */
const fieldsOf = <Name extends string, Field>(names: readonly Name[], field: Field) =>
  // Object.fromEntries loses the key types.
  Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>;

/** A count for each kind. */
export const countFields = <Kind extends string>(kinds: readonly Kind[]) => fieldsOf(kinds, z.int());

/** The same schema for each rate. */
export const rateFields = <Field>(rate: Field) =>
  fieldsOf(Object.keys(rateParts) as (keyof typeof rateParts)[], rate);
