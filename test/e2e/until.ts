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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
