import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { StuckFiles } from './test/stuck-files.ts'

/** Here tests keep nothing that another could see, so a process runs one file after the other: modules load once. */
const FUNCTIONS = ['connectors', 'schemas', 'detections', 'platform', 'pipeline/{intake,detect,correlate}'].map(
  (folder) => `${folder}/**/*.test.ts`,
)
const NOT_OURS = ['**/node_modules/**', '.cache/**', 'data/**', 'sdk/**']

export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: path.join(import.meta.dirname, 'test/fuzz/fast-check.ts') }],
  },
  test: {
    globalSetup: ['test/global-setup.ts'],
    projects: [
      { extends: true, test: { name: 'functions', include: FUNCTIONS, isolate: false } },
      // Most of these start real servers. A process each keeps native modules apart.
      { extends: true, test: { name: 'servers', include: ['**/*.test.ts'], exclude: [...NOT_OURS, ...FUNCTIONS] } },
    ],
    pool: 'forks',
    // Two at a time fill two cores.
    maxWorkers: 2,
    reporters: ['default', new StuckFiles()],
    // Bounds against a hang, not expectations: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
