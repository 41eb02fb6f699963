/** CPU and memory of the processes of an instance, their threads and ended children included, as Linux counts them. */
import fs from 'node:fs'

export type Usage = {
  readonly cpuMs: number
  readonly peakRssMb: number
  readonly rssMb: number
  readonly anonymousMb: number
}

/** Linux counts in hundredths of a second on every platform Node runs on. */
const TICK_MS = 10

/** A process and everything below it, such as the backends of Postgres, of which some end while they are counted. */
export function usageOfTree(pid: number): Usage {
  const own = usageOf(pid)
  const below = childrenOf(pid).flatMap((child) => whileItRuns(() => usageOfTree(child)) ?? [])
  return [own, ...below].reduce((a, b) => ({
    cpuMs: a.cpuMs + b.cpuMs,
    peakRssMb: a.peakRssMb + b.peakRssMb,
    rssMb: a.rssMb + b.rssMb,
    anonymousMb: a.anonymousMb + b.anonymousMb,
  }))
}

export function usageOf(pid: number): Usage {
  const fields = (fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '').split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
  const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1')
  const mb = (name: string) => kb(status, name) / 1024
  return { cpuMs: ticks * TICK_MS, peakRssMb: mb('VmHWM'), rssMb: mb('VmRSS'), anonymousMb: mb('RssAnon') }
}

/** Null when the process has ended. */
function whileItRuns<T>(look: () => T): T | null {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Children that its main thread started. */
export function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

function kb(status: string, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
}
