import { getRouteApi } from '@tanstack/react-router';
import type { Version } from '../../../api/client.ts';
import { usePaletteAction } from '../../../app/actions.ts';
import { useShortcut } from '../../../app/shortcuts.ts';
import { LinkTabs } from '../../../components/tabs.tsx';
import type { Campaign } from './draft.ts';
import { EditorContext } from './editor-context.ts';
import { EditorHeader } from './editor-header.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PreviewProvider } from './preview/preview-context.tsx';
import { type SectionId, sectionIds } from './section-ids.ts';
import { AccountsSection } from './sections/accounts-section.tsx';
import { AudienceSection } from './sections/audience-section.tsx';
import { OptionsSection } from './sections/options-section.tsx';
import { ScheduleSection } from './sections/schedule-section.tsx';
import { StartSection } from './sections/start-section.tsx';
import { EmailsSection } from './steps/emails-section.tsx';
import { useEditor } from './use-editor.ts';
import './editor.css';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

const sections = {
  emails: { label: 'Emails', Section: EmailsSection },
  audience: { label: 'Audience', Section: AudienceSection },
  accounts: { label: 'Accounts', Section: AccountsSection },
  schedule: { label: 'Schedule', Section: ScheduleSection },
  options: { label: 'Options', Section: OptionsSection },
  start: { label: 'Start', Section: StartSection },
} as const;

/** Keeps the draft while the user changes between the sections. */
export function CampaignEditor({ version }: { readonly version: Version<Campaign> }) {
  const editor = useEditor(version);
  const { section = 'emails' } = route.useSearch();
  const { Section } = sections[section];
  const save = (): void => void editor.save();
  useShortcut('mod+s', save);
  usePaletteAction('Save the campaign', save);
  const counts: Partial<Record<SectionId, number>> = {
    emails: editor.draft.steps.length,
    accounts: editor.draft.emailAccountIds.length,
  };

  return (
    <EditorContext value={editor}>
      <PreviewProvider>
        <div className="editor">
          <div className="editor-top">
            <EditorHeader />
            <LinkTabs
              label="Sections"
              tabs={sectionIds.map((id) => ({
                label: sections[id].label,
                count: counts[id],
                to: '/campaigns/$campaignId/edit',
                params: { campaignId: editor.campaign.id },
                search: id === 'emails' ? {} : { section: id },
                replace: true,
              }))}
            />
          </div>
          <div className="editor-content">
            <OutdatedNotice />
            <ErrorSummary />
            <Section />
          </div>
        </div>
        <LeaveGuard />
      </PreviewProvider>
    </EditorContext>
  );
}
