import { Card } from '../../components/page/page.tsx';
import { Skeleton } from '../../components/states.tsx';

const totals = ['Sent', 'Opened', 'Clicked', 'Replied', 'Bounced', 'Unsubscribed'];
const columns = [
  ['Sending now', 'Not sending'],
  ['Capacity today', 'Newest replies'],
];

/** The cards of the overview in their places, before their content is loaded. */
export function LoadingOverview() {
  return (
    <>
      <dl className="totals" data-loading>
        {totals.map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Skeleton lines={2} />
            </dd>
          </div>
        ))}
      </dl>
      <Card title="Activity">
        <div className="overview-chart">
          <Skeleton lines={6} />
        </div>
      </Card>
      <div className="grid-2">
        {columns.map((titles) => (
          <div key={titles[0]} className="stack overview-column">
            {titles.map((title) => (
              <Card key={title} title={title}>
                <Skeleton lines={5} />
              </Card>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
