/** How long this thread is busy with something, in milliseconds: what else the machine does takes no part in it. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);

  return (user + system) / 1000;
}
