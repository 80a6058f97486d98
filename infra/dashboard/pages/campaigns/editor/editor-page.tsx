import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Version } from '../../../api/client.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { Page } from '../../../components/page/page.tsx';
import { QueryPage } from '../../../components/page/query-page.tsx';
import { useShortcut } from '../../../components/page/shortcuts.ts';
import { useObjectName } from '../../../components/page/use-title.ts';
import { EmptyState } from '../../../components/states.tsx';
import { LinkTabs } from '../../../components/tabs.tsx';
import type { Campaign } from '../queries.ts';
import { EditorContext, useEditorContext } from './editor-context.ts';
import { EditorHeader } from './editor-header.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { ConflictDialog } from './merge/conflict-dialog.tsx';
import { PreviewProvider } from './preview/preview-context.tsx';
import { campaignVersionQuery } from './queries.ts';
import { type SectionId, sectionIds, sectionLink } from './section-ids.ts';
import { AccountsSection } from './sections/accounts-section.tsx';
import { AudienceSection } from './sections/audience-section.tsx';
import { OptionsSection } from './sections/options-section.tsx';
import { ScheduleSection } from './sections/schedule-section.tsx';
import { StartSection } from './start/start-section.tsx';
import { EmailsSection } from './steps/emails-section.tsx';
import { useEditor } from './use-editor.ts';
import './editor.css';

const route = getRouteApi('/app/campaigns/$campaignId/edit');

const listLink = <Link to="/campaigns">Campaigns</Link>;

export function EditorPage() {
  const { campaignId } = route.useParams();
  const query = useQuery(campaignVersionQuery(campaignId));
  const canEdit = useCan('member');

  return (
    <QueryPage title="Edit campaign" parent={listLink} query={query} lines={12}>
      {(version) =>
        canEdit ? (
          <CampaignEditor key={campaignId} version={version} />
        ) : (
          <Page title={version.value.name} parent={listLink}>
            <EmptyState title="Your role is viewer">Only members and owners edit campaigns.</EmptyState>
          </Page>
        )
      }
    </QueryPage>
  );
}

const sections = {
  emails: { label: 'Emails', Section: EmailsSection },
  audience: { label: 'Audience', Section: AudienceSection },
  accounts: { label: 'Accounts', Section: AccountsSection },
  schedule: { label: 'Schedule', Section: ScheduleSection },
  options: { label: 'Options', Section: OptionsSection },
  start: { label: 'Start', Section: StartSection },
} as const;

/** Keeps the draft while the user changes between the sections. */
function CampaignEditor({ version }: { readonly version: Version<Campaign> }) {
  const editor = useEditor(version);
  useObjectName(editor.campaign.name);
  const search = route.useSearch();
  const { section = 'emails' } = search;
  const { Section } = sections[section];
  const save = (): void => void editor.save({ confirms: true });
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
                ...sectionLink(editor.campaign.id, id),
                // A tab is current if its link has all search parameters of the address.
                ...(id === section && { search }),
              }))}
            />
          </div>
          <div className="stack editor-content">
            <RestoredNotice />
            <ErrorSummary />
            <Section />
          </div>
        </div>
        <LeaveGuard />
        <ConflictDialog />
      </PreviewProvider>
    </EditorContext>
  );
}

function RestoredNotice() {
  const { isRestored, discard } = useEditorContext();
  if (!isRestored) return null;

  return (
    <Notice
      actions={
        <Button size="small" onClick={() => void discard()}>
          Discard my changes
        </Button>
      }
    >
      Your unsaved changes are restored.
    </Notice>
  );
}
