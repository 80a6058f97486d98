import { CopyField } from '../../../components/copy-once.tsx';

interface DnsRecordProps {
  readonly type: 'TXT' | 'CNAME';
  readonly name: string;
  readonly value: string;
}

/** A record to publish, with buttons that copy its parts. */
export const DnsRecord = ({ type, name, value }: DnsRecordProps) => (
  <div className="dns-record">
    <span>Type</span>
    <code>{type}</code>
    <span>Name</span>
    <CopyField label={`Name of the ${type} record ${name}`} value={name} />
    <span>Value</span>
    <CopyField label={`Value of the ${type} record ${name}`} value={value} />
  </div>
);
