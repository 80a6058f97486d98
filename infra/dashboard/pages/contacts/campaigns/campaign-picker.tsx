import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { Combobox } from '../../../components/form/combobox.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { useSearchText } from '../../../components/form/use-search-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { campaignOutlineQuery } from '../queries.ts';

interface CampaignPickerProps {
  readonly value: Option | null;
  readonly onChange: (value: Option | null) => void;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  readonly isOptional?: boolean | undefined;
  /** Contacts are added to the campaign, so an active campaign can send to them immediately. */
  readonly isEnrolment?: boolean | undefined;
}

/** Finds a campaign by the start of its name. */
export function CampaignPicker({ isEnrolment = false, ...props }: CampaignPickerProps) {
  const { search, setText, isSettled } = useSearchText(props.value?.label);
  const { data, isFetching } = useQuery({
    queryKey: ['campaigns', 'picker', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <Combobox
        label="Campaign"
        placeholder="Search by name"
        options={(data?.data ?? []).map(({ id, name, status }) => ({
          value: id,
          label: status === 'active' ? name : `${name} (${status})`,
        }))}
        onSearch={setText}
        isLoading={isFetching || !isSettled}
        {...props}
      />
      {isEnrolment && props.value && <ActiveCampaignNotice campaignId={props.value.value} />}
    </>
  );
}

function ActiveCampaignNotice({ campaignId }: { readonly campaignId: string }) {
  const { data } = useQuery(campaignOutlineQuery(campaignId));
  if (data?.status !== 'active') return null;

  return (
    <Notice tone="warning">
      The campaign is active: its emails can leave as soon as the contacts are added.
    </Notice>
  );
}
