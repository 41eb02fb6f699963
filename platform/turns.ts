/** Long work in steps: a generator that yields after each small step, and is run with or without turns for others. */
import { setImmediate } from 'node:timers/promises'

/** Steps of some ten microseconds each. */
const STEPS_A_TURN = 500

/** Lets others run after some steps, so that one large document delays nobody. */
export async function inTurns<T>(work: Iterator<void, T>): Promise<T> {
  for (let steps = 1; ; steps++) {
    const step = work.next()
    if (step.done) return step.value
    if (steps % STEPS_A_TURN === 0) await setImmediate()
  }
}

/** For a document that is known to be small. */
export function atOnce<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
