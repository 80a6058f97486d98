import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { formatNumber } from '../number.tsx';
import { Skeleton } from '../states.tsx';
import './chart.css';

interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

interface ChartProps {
  readonly label: string;
  /** Start of each interval, RFC 3339. */
  readonly times: readonly string[];
  /** At most five. */
  readonly series: readonly Series[];
  /** In pixels. */
  readonly height?: number | undefined;
  readonly formatTime?: ((time: Date) => string) | undefined;
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Lines over time, or the same values as a table. The chart library is loaded with the first chart. */
export function Chart({ height = 240, formatTime = dayFormat.format, ...data }: ChartProps) {
  const { label, series } = data;
  const [isTable, setTable] = useState(false);
  const id = useId();
  const View = isTable ? ChartTable : Plot;

  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="visually-hidden">
          {label}
        </span>
        <ul className="chart-legend">
          {series.map(({ label: name }, index) => (
            <li key={name} style={{ '--series': `var(--chart-${index + 1})` } as CSSProperties}>
              {name}
            </li>
          ))}
        </ul>
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      <View {...data} height={height} formatTime={formatTime} />
    </figure>
  );
}

export type PlotProps = ChartProps & {
  readonly height: number;
  readonly formatTime: (time: Date) => string;
};

function Plot(props: PlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  // Draws the chart again after each render of `Chart`, which creates new properties.
  useEffect(() => {
    let destroy: (() => void) | undefined;
    let isUnmounted = false;
    const draw = async (): Promise<void> => {
      const { drawPlot } = await import('./plot.ts');
      if (isUnmounted || !container.current) return;
      setLoaded(true);
      destroy = drawPlot(container.current, props);
    };
    void draw();

    return () => {
      isUnmounted = true;
      destroy?.();
    };
  }, [props]);

  return (
    <div className="chart-plot" style={{ height: props.height }}>
      <div ref={container} aria-hidden="true" />
      {!isLoaded && <Skeleton lines={3} />}
    </div>
  );
}

function ChartTable({ label, times, series, height, formatTime }: PlotProps) {
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
              <th scope="row">{formatTime(new Date(time))}</th>
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
