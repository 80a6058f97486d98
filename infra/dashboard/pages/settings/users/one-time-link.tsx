import { Button } from '../../../components/button.tsx';
import { CopyOnce } from '../../../components/copy-once.tsx';
import { Time } from '../../../components/time.tsx';
import '../settings.css';

/** Pages of this dashboard that accept a one-time token. */
export type TokenPage = 'accept-invitation' | 'reset-password';

/** The address of a page, without a token. */
export const tokenPageUrl = (page: TokenPage): URL =>
  new URL(`${import.meta.env.BASE_URL}${page}`, window.location.origin);

interface OneTimeLinkProps {
  readonly label: string;
  readonly page: TokenPage;
  readonly token: string;
  readonly expiresAt: string;
  readonly onClose: () => void;
}

/** A link with a token. The token is in the fragment, which browsers send to no server. */
export function OneTimeLink({ label, page, token, expiresAt, onClose }: OneTimeLinkProps) {
  const url = tokenPageUrl(page);
  url.hash = `token=${encodeURIComponent(token)}`;

  return (
    <div className="created-secret">
      <CopyOnce label={label} secret={url.href} />
      <p className="muted">
        The link works once, until <Time value={expiresAt} format="full" />.
      </p>
      <div className="form-actions">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
