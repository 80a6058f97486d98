import { auditPut } from '#lib/audit-log/record.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets } from '../support/figures.ts';
import { writeAll } from '../support/fixtures.ts';

export const auditLogSubjects: readonly EndpointSubject[] = [
  {
    operation: 'audit-log.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const actor = {
        type: 'user',
        id: 'usr_01JT5P6ZVW3M8Q4Y7N2C9R5XB4',
        name: 'ada@customer.example',
      } as const;
      const record = {
        actor,
        operation: 'PATCH /contacts/{id}',
        resourceId: 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB4',
        requestId: '3f0d4c1e-5b7a-4c52-9e7d-8a6b1c2d3e01',
        fields: ['firstName', 'tags'],
      };
      await writeAll(
        bench,
        Array.from({ length: manyItems }, (_, position) =>
          auditPut(workspaceId, record, bench.now() - position * 1000),
        ),
      );

      return {};
    },
  },
];
