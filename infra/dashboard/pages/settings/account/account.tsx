import { useSession } from '../../../api/session.ts';
import { Card, Facts } from '../../../components/page/page.tsx';
import { Time } from '../../../components/time.tsx';
import { roleLabels } from '../users/roles.ts';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const session = useSession();
  if (!session) return null;
  const { user, workspaceName, workspaceId, expiresAt } = session;

  return (
    <>
      <div className="grid-2">
        <Card title="Account">
          <Facts
            items={[
              ['Email address', user.email],
              ['Name', user.name],
              ['Role', roleLabels[user.role]],
              ['Workspace', workspaceName ?? workspaceId],
              ['Session ends', <Time key="expires" value={expiresAt} format="full" />],
            ]}
          />
        </Card>
        <ChangePassword email={user.email} />
      </div>
      <Sessions />
    </>
  );
}
