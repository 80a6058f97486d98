import { getRouteApi } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ClearSelection } from '../../../components/table/clear-selection.tsx';
import { DataTable, noSelection } from '../../../components/table/data-table.tsx';
import { FilterBar, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { ListCount } from '../../../components/table/list-count.tsx';
import { contactCountText, useContactCount } from '../../contacts/queries.ts';
import { executionLabels, waitingLabels } from '../../execution-texts.ts';
import { nameOf } from '../../names.ts';
import { stepOptions } from '../labels.ts';
import { type Recipient, useAccounts, useCampaign } from '../queries.ts';
import { ActionDialog, type RequestedAction } from './action-dialog.tsx';
import { type ActionName, actions } from './actions.ts';
import { columnsOf } from './columns.tsx';
import { recipientsQuery } from './queries.ts';
import './recipients.css';

const route = getRouteApi('/app/campaigns/$campaignId/recipients');

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const statuses = optionsOf(executionLabels);
const reasons = optionsOf(waitingLabels);

/** The service counts contacts by the status of their sequence only. */
const countFilterOf = (
  campaignId: string,
  { status, nextStepId, waitingFor }: ReturnType<typeof route.useSearch>,
) =>
  nextStepId === undefined && waitingFor === undefined
    ? { campaignId, ...(status && { executionStatus: status }) }
    : undefined;

export function Recipients() {
  const { value: campaign } = useCampaign();
  const filters = route.useSearch();
  const list = useList(recipientsQuery(campaign.id, filters, campaign.status === 'active'));
  const total = useContactCount(countFilterOf(campaign.id, filters), list);
  const accounts = useAccounts();
  const columns = useMemo(() => columnsOf(campaign, accounts), [campaign, accounts]);
  const canChange = useCan('member');
  const [selection, setSelection] = useState(noSelection);
  const [requested, setRequested] = useState<RequestedAction>();
  const selected = list.rows.filter(({ contactId }) => selection.has(contactId));

  return (
    <>
      <FilterBar
        names={['status', 'nextStepId', 'waitingFor']}
        trailing={
          selected.length > 0 ? (
            <>
              <span role="status">{`${formatNumber(selected.length)} selected`}</span>
              <ActionMenu
                recipients={selected}
                onChoose={(name, recipients) => setRequested({ name, recipients })}
              />
              <ClearSelection select={setSelection} label="Clear the selection" />
            </>
          ) : (
            <ListCount list={list} noun="recipient" total={total && contactCountText(total, 'recipient')} />
          )
        }
      >
        <SelectFilter name="status" label="State" options={statuses} />
        <SelectFilter name="nextStepId" label="Next step" options={stepOptions(campaign)} />
        <SelectFilter name="waitingFor" label="Reason" options={reasons} />
      </FilterBar>
      <DataTable
        label="Recipients"
        list={list}
        columns={columns}
        rowId={({ contactId }) => contactId}
        rowName={nameOf}
        rowLink={({ contactId }) => ({ to: '/contacts/$contactId', params: { contactId } })}
        {...(canChange && {
          selection: [selection, setSelection] as const,
          rowActions: (recipient: Recipient) => (
            <ActionMenu
              recipients={[recipient]}
              isIconOnly
              onChoose={(name, recipients) => setRequested({ name, recipients })}
            />
          ),
        })}
        empty={<NoRecipients isFiltered={Object.keys(filters).length > 0} />}
      />
      <ActionDialog
        campaign={campaign}
        requested={requested}
        onClose={() => setRequested(undefined)}
        onApplied={() => setSelection(noSelection)}
      />
    </>
  );
}

function NoRecipients({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No recipient matches" icon={<Users />}>
      Change or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState title="No recipients yet" icon={<Users />}>
      Add contacts to the campaign, or give it an audience of tags or companies.
    </EmptyState>
  );
}

interface ActionMenuProps {
  readonly recipients: readonly Recipient[];
  readonly isIconOnly?: boolean | undefined;
  /** With the recipients that the action applies to. */
  readonly onChoose: (name: ActionName, recipients: readonly Recipient[]) => void;
}

/** The actions that apply to some of the recipients, with their number. */
function ActionMenu({ recipients, isIconOnly = false, onChoose }: ActionMenuProps) {
  const [first] = recipients;

  return (
    <Menu
      trigger={
        isIconOnly ? (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Actions for ${first ? nameOf(first) : 'the recipient'}`}
            icon={<Ellipsis />}
          />
        ) : (
          <Button icon={<ChevronDown />}>Actions</Button>
        )
      }
    >
      {actions.map(({ name, label, isAllowedFor, isDanger }) => {
        const allowedRecipients = recipients.filter(isAllowedFor);
        if (allowedRecipients.length === 0) return null;

        return (
          <MenuItem
            key={name}
            isDanger={isDanger}
            onSelect={() => onChoose(name, allowedRecipients)}
            trailing={
              recipients.length > 1 && <span className="muted">{formatNumber(allowedRecipients.length)}</span>
            }
          >
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
