/**
 * Prints, at the end of a long run, the files that took the most time: there the next minute of `npm test` can be
 * saved.
 */
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** A run of fewer files shows its times already. */
const FILES_MIN = 100
const SHOWN = 25

export class LongestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < FILES_MIN) return
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      return { module, seconds: (duration + collectDuration + setupDuration + prepareDuration) / 1000 }
    })
    const all = times.reduce((sum, { seconds }) => sum + seconds, 0)
    const longest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
    process.stdout.write(`\n${modules.length} files took ${all.toFixed(0)} s one after the other; the longest:\n`)
    for (const { module, seconds } of longest) {
      const file = path.relative(module.project.config.root, module.moduleId)
      process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file} (${module.project.name})\n`)
    }
  }
}
