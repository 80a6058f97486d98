import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { Schemas } from '../api/client.ts';
import { discardAllDrafts } from '../api/drafts.ts';
import { useSession } from '../api/session.ts';
import { continueSession } from '../api/session-gate.ts';
import { CredentialsForm } from '../pages/sign-in/credentials-form.tsx';
import '../components/overlay/dialog.css';

/** Covers the page after the end of its session. The page and its waiting requests stay for the same user. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function SignInAgain() {
  const email = useSession()?.user.email;
  const open = (session: Schemas['OpenSession']): void => {
    if (continueSession(session)) return;
    discardAllDrafts();
    window.location.assign(import.meta.env.BASE_URL);
  };

  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop sign-in-again" />
        <AlertDialog.Popup className="dialog dialog-medium sign-in-again">
          <AlertDialog.Title className="dialog-title">Your session has ended</AlertDialog.Title>
          <AlertDialog.Description className="dialog-description">
            Sign in to continue. Your unsaved work is kept, and what could not be saved is saved then.
          </AlertDialog.Description>
          <CredentialsForm email={email} onSuccess={open} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
