/** What this process has worked, in milliseconds: on a busy machine a clock counts the work of others too. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
