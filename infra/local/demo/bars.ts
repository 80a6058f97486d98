export interface Bar {
  readonly name: string;
  readonly total: number;
  readonly count: () => number;
}

const barWidth = 40;
/** Where nothing can be drawn over, a line per tenth of the way. */
const plainParts = 10;

/** Progress on a terminal, where the bars are drawn over, or in plain lines elsewhere. */
export function progressBars(bars: readonly Bar[], output: NodeJS.WriteStream) {
  const told = new Map<string, number>();
  let isDrawn = false;

  const draw = () => {
    if (isDrawn) output.write(`\x1b[${bars.length}A`);
    isDrawn = true;
    output.write(bars.map((bar) => `\x1b[2K${describeBar(bar)}\n`).join(''));
  };
  const tell = () => {
    for (const { name, total, count } of bars) {
      const part = Math.floor((count() / total) * plainParts);
      if (part <= (told.get(name) ?? 0)) continue;
      told.set(name, part);
      output.write(`  ${name} ${count()} of ${total}\n`);
    }
  };

  return { show: output.isTTY ? draw : tell };
}

function describeBar({ name, total, count }: Bar): string {
  const filled = Math.min(barWidth, Math.round((count() / total) * barWidth));

  return `  ${name.padEnd(10)} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${count()} of ${total}`;
}
