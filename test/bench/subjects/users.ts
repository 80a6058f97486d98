import { planPasswordReset } from '#lib/auth/password-reset.ts';
import { commit } from '#lib/commit/commit.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedInvitation, seedSender, seedSession, seedUser } from '../support/user-fixtures.ts';

/** A workspace has at most 100 users: several pages. */
const manyUsers = 60;

const twoReads =
  'the role and the address are in separate items of the user, which are read one after the other';

export const userSubjects: readonly EndpointSubject[] = [
  {
    operation: 'users.list',
    target: readTargets.page,
    why: 'users are in no list with their data, so that a login writes no index entry; the users of a page are read individually',
    async prepare(bench, workspaceId) {
      for (let number = 0; number < manyUsers; number++) await seedUser(bench, workspaceId, number);

      return {};
    },
  },
  {
    operation: 'users.get',
    target: readTargets.one,
    why: twoReads,
    prepare: async (bench, workspaceId) => ({ params: { id: (await seedUser(bench, workspaceId)).id } }),
  },
  {
    // The user, the credential, and the check of another owner.
    operation: 'users.update',
    target: writeTarget(3, 0),
    why: `${twoReads}, and then another owner`,
    async prepare(bench, workspaceId) {
      await seedUser(bench, workspaceId, 1);

      return { params: { id: (await seedUser(bench, workspaceId)).id }, body: { role: 'member' } };
    },
  },
  {
    // The user with its index entry, the credential, the check of another owner, and the count of users.
    operation: 'users.remove',
    target: writeTarget(4, 1),
    why: `${twoReads}, and then another owner`,
    async prepare(bench, workspaceId) {
      await seedUser(bench, workspaceId, 1);

      return { params: { id: (await seedUser(bench, workspaceId)).id } };
    },
  },
  {
    // The login, the email with its index entry, the counts of the day and of the address, and the outbox.
    operation: 'users.create-password-reset',
    target: writeTarget(5, 1),
    why: `${twoReads}, and then the mailbox of the operator`,
    async prepare(bench, workspaceId) {
      await seedSender(bench);
      const { id } = await seedUser(bench, workspaceId, 1);

      return { params: { id }, cookie: await seedSession(bench, workspaceId) };
    },
  },
  {
    operation: 'users.delete-password-reset',
    target: writeTarget(1, 0),
    why: `${twoReads}, and then the creator of the token, who must still be an owner`,
    async prepare(bench, workspaceId) {
      const { id: createdBy } = await seedUser(bench, workspaceId, 1);
      const { id } = await seedUser(bench, workspaceId);
      await commit(bench, workspaceId, await planPasswordReset(bench, workspaceId, id, { createdBy }));

      return { params: { id } };
    },
  },
  {
    // The invitation, the email with its index entry, the counts of the day and of the address, and the outbox.
    operation: 'users.invite',
    target: writeTarget(5, 1),
    why: 'the mailbox of the operator is read, and the name of the workspace',
    async prepare(bench) {
      await seedSender(bench);

      return { body: { email: 'grace@customer.example', role: 'member' } };
    },
  },
  {
    operation: 'users.list-invitations',
    target: readTargets.page,
    why: 'the creators of the invitations are read, because an invitation ends with the authority of its creator',
    async prepare(bench, workspaceId) {
      for (let number = 0; number < manyUsers; number++) await seedInvitation(bench, workspaceId, number);

      return {};
    },
  },
  {
    operation: 'users.delete-invitation',
    target: writeTarget(1, 0),
    why: 'it also deletes an email that was not sent yet, without a read',
    prepare: async (bench, workspaceId) => ({
      params: { id: (await seedInvitation(bench, workspaceId)).id },
    }),
  },
  {
    operation: 'workspaces.get',
    target: readTargets.one,
    why: 'operators write the name and owners the settings, so they are two items',
    prepare: async () => ({}),
  },
  {
    operation: 'workspaces.update',
    target: writeTarget(1, 0),
    why: 'it reads the name too, which is in an item of the operators',
    prepare: async () => ({ body: { postalAddress: '12 Mill Lane, Cambridge' } }),
  },
];
