import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/button.tsx';
import { CampaignStatus } from '../status.tsx';
import { useEditorContext } from './editor-context.ts';
import type { Editor } from './use-editor.ts';

/** The editable name of the campaign and the save button, which both stay visible. */
export function EditorHeader() {
  const editor = useEditorContext();
  const { campaign, isChanged, isSaving } = editor;
  const name = editor.field('name');

  return (
    <header className="editor-header">
      <h1 className="visually-hidden">{`Edit ${campaign.name}`}</h1>
      <div className="editor-title">
        <div className="page-parent row">
          <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
            Back to the campaign
          </Link>
          <CampaignStatus campaign={campaign} />
        </div>
        <input
          className="editor-name"
          aria-label="Name of the campaign"
          aria-invalid={name.error ? true : undefined}
          name="name"
          value={name.value}
          maxLength={200}
          onChange={(event) => name.onChange(event.target.value)}
        />
      </div>
      <div className="editor-save">
        <span className="muted" role="status" data-blocked={editor.blockedBy !== undefined || undefined}>
          {savingText(editor)}
        </span>
        <Button
          variant="primary"
          isPending={isSaving}
          // A disabled button would lose the focus when the campaign is saved.
          aria-disabled={!isChanged && !isSaving}
          aria-keyshortcuts="Control+S"
          onClick={() => isChanged && void editor.save({ confirms: true })}
        >
          Save
        </Button>
      </div>
    </header>
  );
}

function savingText({ isChanged, isSaving, blockedBy }: Editor): string {
  if (isSaving) return 'Saving …';
  if (!isChanged) return 'Saved';

  return blockedBy === undefined ? 'Not saved' : `Not saved: ${blockedBy}`;
}
