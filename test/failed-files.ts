/**
 * Writes the failed files to `SVC_FAILED_FILES`, so that `bin/test.mjs` can run them once more, alone: on a busy
 * machine this separates a test that depends on others from a fault that always occurs. After many failures, or an
 * error outside of every test, nothing runs again.
 */
import fs from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

const FILES_MAX = 2

export class FailedFiles implements Reporter {
  readonly #failed = new Set<string>()

  onTestModuleEnd(module: TestModule): void {
    if (!module.ok()) this.#failed.add(module.moduleId)
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env.SVC_FAILED_FILES
    if (file && errors.length === 0 && this.#failed.size > 0 && this.#failed.size <= FILES_MAX)
      fs.writeFileSync(file, JSON.stringify([...this.#failed]))
  }
}
