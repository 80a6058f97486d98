import { Time } from '../../components/time.tsx';

/** The time of an email that is still to be sent; one in the past is due now. */
export const DueTime = ({ value }: { readonly value: string }) =>
  Date.parse(value) <= Date.now() ? <span title={value}>now</span> : <Time value={value} />;
