import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { formatNumber } from '../number.tsx';
import { Skeleton } from '../states.tsx';
import { type Series, withAxes } from './axes.ts';
import './chart.css';

interface ChartProps {
  readonly label: string;
  /** Start of each interval, RFC 3339. */
  readonly times: readonly string[];
  /** At most five. */
  readonly series: readonly Series[];
  /** In pixels. */
  readonly height?: number | undefined;
  readonly formatTime?: ((time: Date) => string) | undefined;
  /** The page of an interval, by its index. */
  readonly timeLink?: ((index: number) => LinkProps) | undefined;
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Lines over time, or the same values as a table. The chart library is loaded with the first chart. */
export function Chart({ height = 240, formatTime = dayFormat.format, ...data }: ChartProps) {
  const { label } = data;
  const series = withAxes(data.series);
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const id = useId();
  const View = isTable ? ChartTable : Plot;

  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="visually-hidden">
          {label}
        </span>
        <ul className="chart-legend">
          {series.map(({ label: name, isRare }, index) => (
            <li key={name} style={{ '--series': `var(--chart-${index + 1})` } as CSSProperties}>
              <button
                type="button"
                aria-pressed={!hidden.includes(name)}
                onClick={() => setHidden(toggled(hidden, name))}
              >
                {name}
                {isRare && <span className="muted">right axis</span>}
              </button>
            </li>
          ))}
        </ul>
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      <View {...data} series={series} hidden={hidden} height={height} formatTime={formatTime} />
    </figure>
  );
}

const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name];

export type PlotProps = ChartProps & {
  /** Labels of the series that are not shown. */
  readonly hidden: readonly string[];
  readonly height: number;
  readonly formatTime: (time: Date) => string;
};

function Plot(props: PlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const router = useRouter();
  // Draws the chart again after each render of `Chart`, which creates new properties.
  useEffect(() => {
    let destroy: (() => void) | undefined;
    let isUnmounted = false;
    const draw = async (): Promise<void> => {
      const { drawPlot } = await import('./plot.ts');
      if (isUnmounted || !container.current) return;
      setLoaded(true);
      const { timeLink } = props;
      const open = timeLink && ((index: number) => void router.navigate(timeLink(index)));
      destroy = drawPlot(container.current, props, open);
    };
    void draw();

    return () => {
      isUnmounted = true;
      destroy?.();
    };
  }, [props, router]);

  return (
    <div className="chart-plot" style={{ height: props.height }}>
      <div ref={container} aria-hidden="true" />
      {!isLoaded && <Skeleton lines={3} />}
    </div>
  );
}

function ChartTable({ label, times, height, formatTime, timeLink, hidden, ...props }: PlotProps) {
  const series = props.series.filter((each) => !hidden.includes(each.label));

  return (
    <div className="chart-table" style={{ maxHeight: height }}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ label: name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">
                {timeLink ? (
                  <Link {...timeLink(index)}>{formatTime(new Date(time))}</Link>
                ) : (
                  formatTime(new Date(time))
                )}
              </th>
              {series.map(({ label: name, values }) => (
                <td key={name}>{formatNumber(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
