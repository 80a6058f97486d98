import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useEditorContext } from './editor-context.ts';

/** Shown if another user has saved the campaign. The user can save the changes of this draft anyway, or discard them. */
export function OutdatedNotice() {
  const { isOutdated, discard, save } = useEditorContext();
  if (!isOutdated) return null;

  return (
    <Notice tone="warning" title="Another user has saved this campaign">
      <p className="editor-text">
        Your changes are not saved yet. They replace only the fields that you changed.
      </p>
      <div className="row">
        <Button size="small" onClick={() => void save({ isForced: true })}>
          Save my changes
        </Button>
        <Button size="small" variant="quiet" onClick={() => void discard()}>
          Discard mine and load theirs
        </Button>
      </div>
    </Notice>
  );
}
