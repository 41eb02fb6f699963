/**
 * Prints, at the end of a run, one line with the skipped tests and the reasons. If a need that `SVC_NEEDED` lists
 * (separated by commas) is missing, the run fails. The line is also written to `SVC_SKIPPED_LINE`, for a summary of
 * several steps.
 */
import fs from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { NEEDS } from './needs.ts'

type Skipped = { readonly need: string; readonly why: string }

export class SkippedTests implements Reporter {
  #isPart = false

  onInit({ config }: Vitest): void {
    // In a run of tests chosen by name, the other tests count as skipped, so nothing is reported.
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
  const skipped = [...module.children.allTests('skipped')].map((test) => ({
    isMeant: isMeant(test),
    note: noteOf(test),
  }))
  // The other tests were skipped by a failed set-up, which is reported separately.
  const meant = skipped.filter(({ isMeant, note }) => isMeant || note !== undefined)
  if (meant.length === 0) return []
  const byFile = whyOf(fs.readFileSync(module.moduleId, 'utf8'))
  return meant.map(({ note }) => (note === undefined ? byFile : { ...byFile, why: note }))
}

function isMeant({ options }: TestCase): boolean {
  return options.mode === 'skip'
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}

/** The first need of a file that is missing. */
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
  return `SKIPPED: ${skipped.length} ${skipped.length === 1 ? 'test' : 'tests'}: ${reasons.join('; ')}`
}
