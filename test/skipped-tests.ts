/**
 * Ends a run with one line that says which tests did not run and why. What `SVC_NEEDED` names, separated by commas, may not
 * be missing: then the run fails. The line is left in `SVC_SKIPPED_LINE` too, for whoever sums several steps up.
 */
import fs from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { NEEDS } from './needs.ts'

type Skipped = { readonly need: string; readonly why: string }

export class SkippedTests implements Reporter {
  #isPart = false

  onInit({ config }: Vitest): void {
    // Whoever asks for tests by their name gets the others as skipped.
    this.#isPart = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPart) return
    const skipped = modules.flatMap((module) => skippedOf(module))
    if (skipped.length === 0) return
    const line = lineOf(skipped)
    process.stdout.write(`\n${line}\n`)
    const left = process.env.SVC_SKIPPED_LINE
    if (left) fs.writeFileSync(left, line)
    const refused = neededOf(process.env.SVC_NEEDED).filter((name) => skipped.some(({ need }) => need === name))
    if (refused.length === 0) return
    process.stdout.write(`FAILED: may not be skipped here: ${refused.join(', ')}\n`)
    process.exitCode = 1
  }
}

export function neededOf(text = ''): readonly string[] {
  return text.split(',').filter((name) => name !== '')
}

function skippedOf(module: TestModule): Skipped[] {
  const tests = [...module.children.allTests('skipped')]
  if (tests.length === 0) return []
  const byFile = whyOf(fs.readFileSync(module.moduleId, 'utf8'))
  return tests.map((test) => {
    const result = test.result()
    const note = result.state === 'skipped' ? result.note : undefined
    return note === undefined ? byFile : { ...byFile, why: note }
  })
}

/** The first thing that a file asks for and that is not there. */
export function whyOf(source: string): Skipped {
  for (const { name, asks, missing } of NEEDS) {
    const why = asks.test(source) ? missing() : null
    if (why !== null) return { need: name, why }
  }
  return { need: 'unknown', why: 'nobody says why' }
}

export function lineOf(skipped: readonly Skipped[]): string {
  const counts = new Map<string, number>()
  for (const { why } of skipped) counts.set(why, (counts.get(why) ?? 0) + 1)
  const reasons = [...counts].map(([why, tests]) => `${why} (${tests})`)
  return `SKIPPED: ${skipped.length} tests: ${reasons.join('; ')}`
}
