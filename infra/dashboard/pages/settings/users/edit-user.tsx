import userPatch from 'schema:UserPatch';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, unwrapVersion, type Version } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { type Role, reloadSession } from '../../../api/session.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { QueryState } from '../../../components/states.tsx';
import type { WorkspaceUser } from '../queries.ts';
import { roleOptions } from './roles.ts';

interface EditUserProps {
  readonly id: string;
  readonly onClose: () => void;
}

const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/users/{id}', { params: { path: { id } }, signal })),
    // The form starts with the present values.
    staleTime: 0,
    gcTime: 0,
  });

export function EditUser({ id, onClose }: EditUserProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change name and role"
      description="A new role applies from the next request of the user."
    >
      <QueryState query={useQuery(userQuery(id))}>
        {(user) => <UserForm user={user} onClose={onClose} />}
      </QueryState>
    </Dialog>
  );
}

interface UserFormProps {
  readonly user: Version<WorkspaceUser>;
  readonly onClose: () => void;
}

function UserForm({ user: { value, etag }, onClose }: UserFormProps) {
  const client = useQueryClient();
  const toRequest = ({ name, role }: { readonly name: string; readonly role: Role }) => ({
    name: name === '' ? null : name,
    role,
  });
  const form = useForm({
    draft: `users.${value.id}`,
    initial: { name: value.name ?? '', role: value.role },
    schema: userPatch,
    toRequest,
    submit: (values) =>
      unwrap(
        api.PATCH('/users/{id}', {
          params: { path: { id: value.id }, header: etag === undefined ? {} : { 'If-Match': etag } },
          body: toRequest(values),
        }),
      ),
    async onSuccess() {
      onClose();
      showToast(`${value.email} is saved`);
      await Promise.all([refresh(client, 'users'), reloadSession(client)]);
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Name" isOptional {...form.field('name')} />
      <SelectField label="Role" options={roleOptions} {...form.field<Role>('role')} />
      <FormActions submit="Save user" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
