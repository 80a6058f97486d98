import { ActiveNotice } from '../active-notice.tsx';
import { useEditorContext } from '../editor-context.ts';
import { StartForm } from '../start/start-form.tsx';

export function StartSection() {
  const { campaign } = useEditorContext();

  return (
    <div className="editor-column">
      {campaign.status === 'active' ? (
        <ActiveNotice>It sends as its schedule allows. Saved changes apply to the next emails.</ActiveNotice>
      ) : (
        <StartForm />
      )}
    </div>
  );
}
