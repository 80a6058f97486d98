import { serviceNow } from '../../api/clock.ts';
import { Time } from '../../components/time.tsx';

/** The time of a scheduled email; a time in the past is shown as “now”. */
export const DueTime = ({ value }: { readonly value: string }) =>
  Date.parse(value) <= serviceNow() ? <span title={value}>now</span> : <Time value={value} />;
