import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 50
/** Far more than any condition needs; only a fault reaches it. */
const MS_MAX = 90_000

/** Resolves when the condition holds. Throws with the name of the condition if it never does. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, msMax = MS_MAX): Promise<void> {
  const giveUpAt = performance.now() + msMax
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`)
    await delay(LOOK_MS)
  }
}

/** False for a process that has ended but is not yet reaped by its parent. */
export function isAlive(pid: number): boolean {
  try {
    const [state] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) as string
    return state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}
