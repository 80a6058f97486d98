/** One progress bar. `count` is called each time that the bar is drawn. */
export interface Bar {
  readonly name: string;
  readonly total: number;
  readonly count: () => number;
}

const barWidth = 40;
/** Number of lines per bar when the output is not a terminal. */
const plainParts = 10;

/** Progress bars that are redrawn on a terminal, or plain lines elsewhere. */
export function progressBars(bars: readonly Bar[], output: NodeJS.WriteStream) {
  const printedParts = new Map<string, number>();
  let isDrawn = false;

  const draw = () => {
    if (isDrawn) output.write(`\x1b[${bars.length}A`);
    isDrawn = true;
    output.write(bars.map((bar) => `\x1b[2K${describeBar(bar)}\n`).join(''));
  };
  const printParts = () => {
    for (const { name, total, count } of bars) {
      const part = Math.floor((count() / total) * plainParts);
      if (part <= (printedParts.get(name) ?? 0)) continue;
      printedParts.set(name, part);
      output.write(`  ${name} ${count()} of ${total}\n`);
    }
  };

  return { show: output.isTTY ? draw : printParts };
}

function describeBar({ name, total, count }: Bar): string {
  const filled = Math.min(barWidth, Math.round((count() / total) * barWidth));

  return `  ${name.padEnd(10)} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${count()} of ${total}`;
}
