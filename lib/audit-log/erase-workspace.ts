import { auditPartition } from '#lib/audit-log/record.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export const eraseAuditLog = (eraser: Eraser, workspaceId: string) =>
  eraser.deletePartition(auditPartition(workspaceId));
