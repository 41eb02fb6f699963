import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { FailedFiles } from './test/failed-files.ts'
import { LongestFiles } from './test/longest-files.ts'
import { LongestFirst } from './test/longest-first.ts'
import { projectsOf, testFiles } from './test/projects.ts'
import { SkippedTests } from './test/skipped-tests.ts'
import { StuckFiles } from './test/stuck-files.ts'

/** Here tests keep nothing in modules that another could see, so a process runs one file after the other: modules load once. */
const SHARED =
  /^(?:connectors|schemas|detections|platform|pipeline\/stages|query|ingest|api|control|console|sdk|services)\//
/** What replaces a module cannot share it with files that want the real one, and one expects that no status was set. */
const ALONE = new Set(['api/rest/identity/auth.test.ts', 'services/cli/audit-verify.test.ts'])
/** Commands on real engines read their settings from the environment of the process. */
const SETS_ENVIRONMENT = /^services\//

/**
 * Processes of tests, and those that they start, compile what another has compiled before: there are a thousand. Node takes
 * it from the environment alone before the first module is loaded.
 */
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '.cache/code')

/** Node imports the modules as in the product, with the code that another process compiled before. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }
/** The same, for files that replace modules. */
const REPLACING = { viteModuleRunner: false, nodeLoader: true }

const isShared = (file: string) => SHARED.test(file) && !ALONE.has(file)
const isOfConsole = (file: string) => file.startsWith('console/')
const isSharedStore = (file: string) => isShared(file) && !SETS_ENVIRONMENT.test(file)
const { unit, stores, system } = projectsOf(testFiles())
const servers = ['test/global-setup.ts']

/** By what they need: `--project unit`, `--project 'stores*'`, `--project system` (`test/projects.ts`). */
export default defineConfig({
  test: {
    projects: [
      project(
        'unit',
        unit.filter((file) => isShared(file) && !isOfConsole(file)),
        { isolate: false, experimental: NATIVE },
      ),
      // Vite transforms the console's components, as for the browser.
      project('console', unit.filter(isOfConsole), { isolate: false }),
      project(
        'unit alone',
        unit.filter((file) => !isShared(file)),
        { experimental: REPLACING },
      ),
      project('stores', stores.filter(isSharedStore), { isolate: false, globalSetup: servers, experimental: NATIVE }),
      // Many of these load native modules, which a process each keeps apart.
      project(
        'stores alone',
        stores.filter((file) => !isSharedStore(file)),
        { globalSetup: servers, experimental: REPLACING },
      ),
      project('system', system, { globalSetup: [...servers, 'test/kafka-setup.ts'], experimental: NATIVE }),
    ],
    setupFiles: ['test/fuzz/import-fast-check.ts', ...(process.env.SVC_TEST_CPU ? ['test/cpu-times.ts'] : [])],
    pool: 'forks',
    // Three at a time fill two cores: many wait for servers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new StuckFiles(), new FailedFiles(), new SkippedTests(), new LongestFiles()],
    // Bounds against a hang, not expectations: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})

type Options = { isolate?: boolean; globalSetup?: string[]; experimental?: typeof NATIVE }

function project(name: string, include: string[], test: Options) {
  return { extends: true as const, test: { name, include, ...test } }
}
