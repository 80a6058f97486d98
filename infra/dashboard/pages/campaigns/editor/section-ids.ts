/** Sections of the editor, in the order of work. `emails` is the default and has no search parameter. */
export const sectionIds = ['emails', 'audience', 'accounts', 'schedule', 'options', 'start'] as const;
export type SectionId = (typeof sectionIds)[number];

/** Properties of a link to a section of the editor. */
export const sectionLink = (campaignId: string, section: SectionId) =>
  ({
    to: '/campaigns/$campaignId/edit',
    params: { campaignId },
    search: section === 'emails' ? {} : { section },
    replace: true,
  }) as const;

const sectionsByField: Readonly<Record<string, SectionId>> = {
  steps: 'emails',
  audience: 'audience',
  addContactIds: 'audience',
  contactIds: 'audience',
  allowReentry: 'audience',
  allowParallel: 'audience',
  continuous: 'audience',
  emailAccountIds: 'accounts',
  threadReassignments: 'accounts',
  schedule: 'schedule',
};

/** The section that shows a field of the campaign, such as `steps[0].delay`. */
export const sectionOf = (path: string): SectionId =>
  sectionsByField[/^\w+/u.exec(path)?.[0] ?? ''] ?? 'options';
