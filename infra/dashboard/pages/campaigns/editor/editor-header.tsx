import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/button.tsx';
import { CampaignStatus } from '../status.tsx';
import { useEditorContext } from './editor-context.ts';

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
        <span className="muted" role="status">
          {isChanged ? 'Not saved' : 'Saved'}
        </span>
        <Button
          variant="primary"
          isPending={isSaving}
          disabled={!isChanged && !isSaving}
          aria-keyshortcuts="Control+S"
          onClick={() => void editor.save()}
        >
          Save
        </Button>
      </div>
    </header>
  );
}
