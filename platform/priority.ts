import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const AUTOGROUP = '/proc/self/autogroup'
/** Without rights of an administrator the kernel takes one such note in a tenth of a second, from everybody together. */
const AGAIN_MS = 150
const TRIES = 20

/**
 * Lets processes with a smaller niceness go first: this thread and those that it makes from now on, so call it early.
 * Where Linux puts every session into a scheduling group of its own (sched(7), "The autogroup feature"), the niceness of
 * threads counts inside of their session only, and that of the group between them: it is set too when the session is
 * this process's own.
 */
export async function stepBack(niceness: number): Promise<void> {
  os.setPriority(niceness)
  if (!leadsSession()) return
  for (let i = 0; i < TRIES; i++) {
    if (noted(niceness)) return
    await delay(AGAIN_MS, undefined, { ref: false })
  }
}

/** Field 6 of /proc/PID/stat, where there is one. */
function leadsSession(): boolean {
  if (!fs.existsSync(AUTOGROUP)) return false
  const fields = fs.readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[3]) === process.pid
}

/** False when the kernel wants to be asked again. What it refuses otherwise stays as it is. */
function noted(niceness: number): boolean {
  try {
    fs.writeFileSync(AUTOGROUP, String(niceness))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
  }
}
