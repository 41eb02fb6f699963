/**
 * Replaces `fast-check` in tests (`vitest.config.ts`). Properties begin with one seed, so that a run gives the same
 * result each time for the same code; `npm run fuzz` begins with others and tries more.
 */
import fc, { type Parameters } from '../../node_modules/fast-check/lib/fast-check.js'
import { propertyConfig } from './config.ts'

const RUNS = 100
const { seed, times } = propertyConfig()

type Assert = typeof fc.assert

function assert<Ts>(property: never, parameters: Parameters<Ts> = {}) {
  const { numRuns = RUNS, ...others } = parameters
  return fc.assert(property, { seed, ...others, numRuns: Math.ceil(numRuns * times) })
}

export default { ...fc, assert: assert as Assert }
