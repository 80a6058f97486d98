import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '../number.tsx';
import { axisEndMin } from './axes.ts';
import type { PlotProps } from './chart.tsx';

/**
 * Draws a chart with uPlot, and redraws it when the size or the theme changes.
 * @param open opens the page of an interval after a click
 * @returns a function that removes the chart
 */
export function drawPlot(
  container: HTMLElement,
  props: PlotProps,
  open: ((index: number) => void) | undefined,
): () => void {
  let plot: uPlot | undefined;
  const draw = (): void => {
    plot?.destroy();
    plot = new uPlot(options(container, props), dataOf(props), container);
    if (open) addClicks(plot, open);
  };
  const resize = new ResizeObserver(() =>
    plot?.setSize({ width: container.clientWidth, height: props.height }),
  );
  const systemTheme = window.matchMedia('(prefers-color-scheme: dark)');
  draw();
  resize.observe(container);
  window.addEventListener('themechange', draw);
  systemTheme.addEventListener('change', draw);

  return () => {
    resize.disconnect();
    window.removeEventListener('themechange', draw);
    systemTheme.removeEventListener('change', draw);
    plot?.destroy();
  };
}

function addClicks(plot: uPlot, open: (index: number) => void): void {
  plot.over.style.cursor = 'pointer';
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') open(plot.cursor.idx);
  });
}

const axisDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
/** Minimum distances in pixels: between two labels of the time axis, and between two marks of a line. */
const labelSpace = 64;
const markSpace = 12;

/** Labels at starts of intervals, the newest one included. */
function labelledTimes(plot: uPlot): number[] {
  const [times] = plot.data;
  const every = Math.ceil((times.length * labelSpace) / (plot.bbox.width / uPlot.pxRatio));

  return Array.from(times).filter((_, index) => (times.length - 1 - index) % every === 0);
}

const dataOf = ({ times, series }: PlotProps): uPlot.AlignedData => [
  times.map((time) => Date.parse(time) / 1000),
  ...series.map(({ values }) => [...values]),
];

/** From 0 to 10 % above the highest value. */
const countRange: uPlot.Range.Function = (_plot, _min, max) => [0, Math.max(axisEndMin, max * 1.1)];

function options(
  container: HTMLElement,
  { series, times, hidden, height, formatTime }: PlotProps,
): uPlot.Options {
  const axis = {
    stroke: colour(container, '--text-muted'),
    font: `12px ${getComputedStyle(container).fontFamily}`,
  };
  const gridLines = { stroke: colour(container, '--border'), width: 1 };
  const countAxis: uPlot.Axis = {
    ...axis,
    ticks: { show: false },
    size: 48,
    values: (_plot, values) => values.map((value) => (Number.isInteger(value) ? formatNumber(value) : '')),
  };
  const hasRare = series.some(({ isRare, label }) => isRare && !hidden.includes(label));

  return {
    width: container.clientWidth,
    height,
    // The last label of the time axis needs half of its width.
    padding: [8, hasRare ? 0 : 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        splits: labelledTimes,
        size: 32,
        values: (_plot, seconds) => seconds.map((second) => axisDay.format(second * 1000)),
      },
      { ...countAxis, grid: gridLines },
      { ...countAxis, grid: { show: false }, scale: 'rare', side: 1, show: hasRare },
    ],
    scales: { y: { range: countRange }, rare: { range: countRange } },
    series: [
      // The time axis.
      {},
      ...series.map(({ label, isRare }, index) => ({
        label,
        scale: isRare ? 'rare' : 'y',
        show: !hidden.includes(label),
        stroke: colour(container, `--chart-${index + 1}`),
        width: 2,
        ...(isRare && { dash: [6, 3] }),
        // One mark for each interval, if there is room.
        points: { show: container.clientWidth / times.length >= markSpace, size: 6 },
      })),
    ],
    plugins: [tooltip(formatTime)],
  };
}

/** The value of a colour property in the current theme. Browsers resolve `light-dark()` only as the colour of an element. */
function colour(container: HTMLElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();

  return color;
}

function tooltip(formatTime: (time: Date) => string): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';

  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: (plot) => {
        const { idx: index, left = -1 } = plot.cursor;
        // uPlot sets a negative position when the cursor leaves the chart.
        const isOutside = index === null || index === undefined || left < 0;
        box.hidden = isOutside;
        if (isOutside) return;
        const [times, ...valuesBySeries] = plot.data;
        // The first series is the time axis.
        const lines = valuesBySeries.flatMap((values, series) => {
          const { label, show } = plot.series[series + 1] ?? {};

          return show ? [`${String(label)}: ${formatNumber(values[index] ?? 0)}`] : [];
        });
        box.textContent = [formatTime(new Date((times[index] ?? 0) * 1000)), ...lines].join('\n');
        box.style.translate = `${Math.min(left + 12, plot.over.clientWidth - box.offsetWidth)}px 8px`;
      },
    },
  };
}
