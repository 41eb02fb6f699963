import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 50
/** Far beyond what anything waited for takes; only something broken meets it. */
const MS_MAX = 90_000

/** Resolves once the condition holds. Throws with what was waited for when it never does. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, msMax = MS_MAX): Promise<void> {
  const giveUpAt = performance.now() + msMax
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`)
    await delay(LOOK_MS)
  }
}

/** Not of one that has ended and whose parent has not looked yet. */
export function isAlive(pid: number): boolean {
  try {
    const [state] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) as string
    return state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}
