/** CPU time of this thread alone while `run` works: it shows whether work blocks the process, however busy the machine is. */
export async function threadCpuMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
