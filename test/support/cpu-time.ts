/** CPU time of this thread during `work`, in milliseconds. Other load on the machine does not count. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);

  return (user + system) / 1000;
}
