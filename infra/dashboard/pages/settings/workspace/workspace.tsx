import { WorkspaceAddress } from './workspace-address.tsx';
import { WorkspaceTimeZone } from './workspace-time-zone.tsx';

export const Workspace = () => (
  <div className="grid-2">
    <WorkspaceAddress />
    <WorkspaceTimeZone />
  </div>
);
