/** Keeps a processor busy for a share of the time, without a tenant. */
const [share = 0] = process.argv.slice(2).map(Number);
const sliceMs = 20;

process.on('disconnect', () => process.exit());
function work(): void {
  const from = performance.now();
  while (performance.now() - from < sliceMs * share);
  setTimeout(work, sliceMs * (1 - share));
}
work();
