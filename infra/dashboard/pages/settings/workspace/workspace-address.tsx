import settingsPatch from 'schema:WorkspaceSettingsPatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/overlay/toast.tsx';
import { Card } from '../../../components/page/page.tsx';
import { QueryState } from '../../../components/states.tsx';
import { workspaceQuery } from '../queries.ts';

/** The postal address of the workspace, which owners can change. */
export function WorkspaceAddress() {
  const workspace = useQuery(workspaceQuery);
  const isOwner = useCan('owner');

  return (
    <Card
      title="Postal address"
      description="It is added below the signature of each email from an account that has no postal address. Many countries require it in each commercial email."
    >
      <QueryState query={workspace}>
        {({ postalAddress }) =>
          isOwner ? (
            <AddressForm postalAddress={postalAddress ?? ''} />
          ) : (
            <p>{postalAddress ?? 'Not set. An owner can set it.'}</p>
          )
        }
      </QueryState>
    </Card>
  );
}

function AddressForm({ postalAddress }: { readonly postalAddress: string }) {
  const client = useQueryClient();
  const toRequest = (values: { readonly postalAddress: string }) => ({
    postalAddress: values.postalAddress.trim() || null,
  });
  const form = useForm({
    draft: 'workspace.postalAddress',
    initial: { postalAddress },
    schema: settingsPatch,
    toRequest,
    submit: (values) => unwrap(api.PATCH('/workspace', { body: toRequest(values) })),
    async onSuccess() {
      showToast('The postal address is saved');
      await refresh(client, 'workspace');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField label="Postal address" isOptional rows={3} {...form.field('postalAddress')} />
      <FormActions submit="Save address" isPending={form.isPending} />
    </Form>
  );
}
