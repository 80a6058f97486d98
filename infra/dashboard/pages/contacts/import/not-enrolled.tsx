import type { Schemas } from '../../../api/client.ts';
import { staticList } from '../../../api/lists.ts';
import { countOf } from '../../../components/number.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { refusalLabels } from '../campaigns/refusal-labels.ts';

type Refusal = Schemas['ImportReport']['notEnrolled'][number];

const columns: readonly Column<Refusal>[] = [
  { id: 'contact', header: 'Contact', cell: ({ contactId }) => <code>{contactId}</code> },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => refusalLabels[reason] ?? reason },
];

/** Contacts of the file that were not enrolled in the campaign. */
export function NotEnrolled({ report }: { readonly report: Schemas['ImportReport'] }) {
  const { notEnrolled, notEnrolledTruncated } = report;
  if (notEnrolled.length === 0) return null;

  return (
    <section className="stack" aria-label="Not enrolled">
      <div className="section-head report-head">
        <h2>Not enrolled in the campaign</h2>
        <span className="muted">
          {`${notEnrolledTruncated ? 'The first ' : ''}${countOf(notEnrolled.length, 'contact')}`}
        </span>
      </div>
      <DataTable
        label="Not enrolled"
        list={staticList(notEnrolled)}
        columns={columns}
        rowId={({ contactId }) => contactId}
        rowLink={({ contactId }) => ({ to: '/contacts/$contactId', params: { contactId } })}
        maxHeight={400}
        empty={null}
      />
    </section>
  );
}
