const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds of `+90s`, `+15m`, `+3d` or `+1d12h`; `undefined` if the text is not a forward step. */
export function parseForwardStep(text: string): number | undefined {
  if (!/^\+(\d+[smhdw])+$/.test(text)) return undefined;

  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0),
    0,
  );
}
