import { serviceNow } from '../../../api/clock.ts';
import { type Option, Select } from '../../../components/form/select.tsx';
import { useFilters } from '../../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../../components/table/time-filter.tsx';
import type { ContactFilter } from '../queries.ts';

type Choice = '' | 'never' | 'since' | 'not-since';

const options: readonly Option<Choice>[] = [
  { value: '', label: 'Any last contact' },
  { value: 'never', label: 'Never contacted' },
  { value: 'since', label: 'Contacted since' },
  { value: 'not-since', label: 'Not contacted since' },
];

/** No email is older, so only contacts without an email match. */
const beforeAnyEmail = '1970-01-01T00:00:00Z';
const defaultDays = 30;

function choiceOf({ lastContactedAfter, lastContactedBefore }: ContactFilter): Choice {
  if (lastContactedAfter !== undefined) return 'since';
  if (lastContactedBefore === undefined) return '';

  return Date.parse(lastContactedBefore) <= Date.parse(beforeAnyEmail) ? 'never' : 'not-since';
}

/** Whether and when a contact received its latest email. A period begins 30 days ago until the user sets another time. */
export function LastContactFilter({ filters }: { readonly filters: ContactFilter }) {
  const { change } = useFilters();
  const choice = choiceOf(filters);
  const choose = (next: Choice): void => {
    const start = new Date(serviceNow());
    start.setDate(start.getDate() - defaultDays);
    start.setHours(0, 0, 0, 0);
    const time = start.toISOString();
    const before = { '': undefined, since: undefined, never: beforeAnyEmail, 'not-since': time }[next];
    change({ lastContactedAfter: next === 'since' ? time : undefined, lastContactedBefore: before });
  };

  return (
    <>
      <Select
        size="small"
        aria-label="Last contact"
        placeholder="Any last contact"
        options={options}
        value={choice}
        onChange={choose}
      />
      {choice === 'since' && <TimeFilter name="lastContactedAfter" label="Since" />}
      {choice === 'not-since' && <TimeFilter name="lastContactedBefore" label="Since" />}
    </>
  );
}
