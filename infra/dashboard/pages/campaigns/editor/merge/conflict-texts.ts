import { countOf } from '../../../../components/number.tsx';
import type { Draft } from '../draft.ts';
import { fieldName } from '../field-names.ts';
import { stepTitle } from '../steps/step-words.ts';
import type { Conflict } from './three-way.ts';

type Drafts = readonly [mine: Draft, theirs: Draft];

/** `steps.stp_1.variants.var_1.subject` → `Email 2, variant A, subject` */
export function conflictName({ path }: Conflict, drafts: Drafts): string {
  const [list, stepKey = '', ...rest] = path.split('.');
  const steps = drafts.map((draft) => draft.steps).find((side) => side.some(({ key }) => key === stepKey));
  if (list !== 'steps' || !steps) return fieldName(list === 'threadReassignments' ? list : path);
  const position = steps.findIndex(({ key }) => key === stepKey);
  const variants = steps[position]?.variants ?? [];
  const variantPosition = variants.findIndex(({ key }) => key === rest[1]);
  const inner = variantPosition === -1 ? rest : [`variants[${variantPosition}]`, ...rest.slice(2)];

  return fieldName([`steps[${position}]`, ...inner].join('.'));
}

/** One side of a conflict. */
export function conflictText({ path }: Conflict, value: unknown, drafts: Drafts): string {
  if (value === undefined) return 'Removed';
  if (path === 'steps.order') return orderText(value as readonly string[], drafts);
  if (path.endsWith('.order'))
    return `${countOf((value as readonly string[]).length, 'variant')} in this order`;

  return valueText(value);
}

const orderText = (keys: readonly string[], drafts: Drafts): string =>
  keys
    .map((key, index) => {
      const steps =
        drafts.map((draft) => draft.steps).find((side) => side.some((step) => step.key === key)) ?? [];

      return `${index + 1}. ${stepTitle(
        steps,
        steps.findIndex((step) => step.key === key),
      )}`;
    })
    .join('\n');

/** Fields that no page shows. */
const hiddenNames = new Set(['id', 'key']);

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) {
    const isShort = value.every((element) => typeof element !== 'object');

    return value.length === 0 ? 'Empty' : value.map(valueText).join(isShort ? ', ' : '\n');
  }
  if (typeof value !== 'object') return String(value);

  return Object.entries(value)
    .filter(([name, inner]) => !hiddenNames.has(name) && inner !== null && inner !== '')
    .map(([name, inner]) =>
      name === 'variants' ? valueText(inner) : `${fieldName(name)}: ${valueText(inner)}`,
    )
    .join('\n');
}
