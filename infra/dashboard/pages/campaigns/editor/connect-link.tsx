import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../components/button.tsx';
import { useEditorContext } from './editor-context.ts';

/** Leads to the form that connects an account, which leads back to the campaign. */
export function ConnectLink() {
  const { campaign } = useEditorContext();

  return (
    <Link
      to="/email-accounts/connect"
      search={{ campaignId: campaign.id }}
      className={buttonClass('primary')}
    >
      Connect an account
    </Link>
  );
}
