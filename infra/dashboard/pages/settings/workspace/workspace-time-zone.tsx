import settingsPatch from 'schema:WorkspaceSettingsPatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Combobox } from '../../../components/form/combobox.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { timeZoneOption, timeZoneOptions } from '../../../components/form/time-zones.ts';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/overlay/toast.tsx';
import { Card } from '../../../components/page/page.tsx';
import { QueryState } from '../../../components/states.tsx';
import { workspaceQuery } from '../queries.ts';

/** The time zone of the workspace, which owners can change. */
export function WorkspaceTimeZone() {
  const workspace = useQuery(workspaceQuery);
  const isOwner = useCan('owner');

  return (
    <Card
      title="Time zone"
      description="The days of statistics begin at midnight of this zone, for all users. Days before a change keep their numbers."
    >
      <QueryState query={workspace}>
        {({ timezone }) =>
          isOwner ? <TimeZoneForm timezone={timezone} /> : <p>{timeZoneOption(timezone).label}</p>
        }
      </QueryState>
    </Card>
  );
}

function TimeZoneForm({ timezone }: { readonly timezone: string }) {
  const client = useQueryClient();
  const form = useForm({
    draft: 'workspace.timezone',
    initial: { timezone },
    schema: settingsPatch,
    submit: (values) => unwrap(api.PATCH('/workspace', { body: values })),
    async onSuccess() {
      showToast('The time zone is saved');
      await Promise.all([refresh(client, 'workspace'), refresh(client, 'statistics')]);
    },
  });
  const zone = form.field('timezone');

  return (
    <Form {...form.formProps} error={form.error}>
      <Combobox
        label="Time zone of the workspace"
        options={timeZoneOptions}
        value={timeZoneOption(zone.value)}
        onChange={(option) => option && zone.onChange(option.value)}
        error={zone.error}
        isClearable={false}
      />
      <FormActions submit="Save time zone" isPending={form.isPending} />
    </Form>
  );
}
