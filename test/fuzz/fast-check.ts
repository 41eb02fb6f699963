/**
 * Replaces `fast-check` in tests (`vitest.config.ts`). Property tests use one fixed seed, so that the same code always
 * gives the same result; `npm run fuzz` uses other seeds and more values.
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
