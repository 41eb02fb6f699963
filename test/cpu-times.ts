/**
 * Appends the CPU time of each test file to the file that `SVC_TEST_CPU` names: one line of JSON with the seconds of
 * the file itself, of the processes that it started, and of its process before the file began. Unlike elapsed times,
 * these are reliable on a busy machine.
 */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect } from 'vitest'

const TICKS = 100
const { SVC_TEST_CPU } = process.env

type Used = { readonly own: number; readonly children: number }
type Stat = Used & { readonly pid: number; readonly parent: number }

/** Fields 14 to 17 of /proc/PID/stat: the process's own ticks, and those of its ended children. */
function statOf(pid: string): Stat[] {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS
    return [{ pid: Number(pid), parent: Number(fields[1]), own: seconds(11), children: seconds(13) }]
  } catch {
    return [] // The process has ended.
  }
}

/** CPU time so far of this process and all processes below it. */
function used(): Used {
  const all = fs.readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []))
  const below = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, one) => sum + one.own + one.children + below(one.pid), 0)
  const me = all.find(({ pid }) => pid === process.pid)
  return { own: me?.own ?? 0, children: (me?.children ?? 0) + below(process.pid) }
}

/** Shared by all files that run in one process. */
const shared = globalThis as { svcCpuUsed?: Used }

if (SVC_TEST_CPU && fs.existsSync('/proc/self/stat')) {
  const last = shared.svcCpuUsed ?? { own: 0, children: 0 }
  const before = used().own - last.own
  const file = path.relative(process.cwd(), expect.getState().testPath ?? '')
  afterAll(() => {
    const now = used()
    shared.svcCpuUsed = now
    const line = { file, own: now.own - last.own, children: now.children - last.children, before }
    const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)
    fs.appendFileSync(SVC_TEST_CPU, `${JSON.stringify(line, rounded)}\n`)
  })
}
