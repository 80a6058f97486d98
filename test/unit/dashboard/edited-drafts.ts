import { type Draft, emptyStep, type Step } from '../../../infra/dashboard/pages/campaigns/editor/draft.ts';
import type { mergeDrafts } from '../../../infra/dashboard/pages/campaigns/editor/merge/merge-drafts.ts';

const textVariant = { subject: 'Hi', bodyHtml: null, bodyText: 'Text', weight: 100, enabled: true };
export const variant = (id: string, fields: object = {}) => ({ ...textVariant, key: id, id, ...fields });
export const step = (id: string, fields: object = {}): Step => ({
  ...emptyStep(1),
  key: id,
  id,
  variants: [variant(`${id}-a`)],
  ...fields,
});
export const draft = (fields: object = {}): Draft =>
  ({
    name: 'Spring',
    description: null,
    tags: ['a', 'b'],
    emailAccountIds: ['eac_1'],
    threadReassignments: [],
    schedule: { timezone: 'UTC', windows: [{ days: ['mon'], from: '09:00', to: '17:00' }], startAt: null },
    audience: { tags: ['x'], companyIds: [], match: 'any' },
    addContactIds: [],
    steps: [step('one', { thread: 'new' }), step('two'), step('three')],
    ...fields,
  }) as unknown as Draft;
export const base = draft();

/** The draft with other steps. */
export const withSteps = (change: (steps: readonly Step[]) => readonly (Step | undefined)[]): Draft =>
  draft({ steps: change(base.steps).filter((changed) => changed !== undefined) });
export const editStep = (id: string, fields: object): Draft =>
  withSteps((steps) => steps.map((old) => (old.id === id ? { ...old, ...fields } : old)));
export const editVariant = (id: string, fields: object): Draft =>
  editStep(id, { variants: [variant(`${id}-a`, fields)] });
export const keysOf = ({ steps }: Draft): string => steps.map(({ key }) => key).join(' ');
export const pathsOf = (merge: ReturnType<typeof mergeDrafts>) => merge.conflicts.map(({ path }) => path);
