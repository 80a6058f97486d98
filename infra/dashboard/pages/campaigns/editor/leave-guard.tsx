import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useBlocker } from '@tanstack/react-router';
import { isSessionEnded } from '../../../api/session-gate.ts';
import { Button } from '../../../components/button.tsx';
import { useEditorContext } from './editor-context.ts';

/** Asks for confirmation before the user leaves the page with unsaved changes, by a link, the history or by closing the tab. */
export function LeaveGuard() {
  const { isChanged, isSaving, save, removeStoredChanges } = useEditorContext();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    // After an ended session, the page is left only for another user.
    enableBeforeUnload: () => isChanged && !isSessionEnded(),
    withResolver: true,
  });
  const leave = (): void => {
    removeStoredChanges();
    blocker.proceed?.();
  };
  const saveAndLeave = async (): Promise<void> => {
    if (await save()) blocker.proceed?.();
    else blocker.reset?.();
  };

  return (
    <AlertDialog.Root
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-medium">
          <AlertDialog.Title className="dialog-title">Save your changes?</AlertDialog.Title>
          <AlertDialog.Description className="dialog-description">
            The campaign has changes that are not saved.
          </AlertDialog.Description>
          <div className="form-actions">
            <AlertDialog.Close render={<Button variant="quiet">Stay</Button>} />
            <Button onClick={leave}>Leave without saving</Button>
            <Button variant="primary" isPending={isSaving} onClick={() => void saveAndLeave()}>
              Save and leave
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
