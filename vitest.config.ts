import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'
import { StuckFiles } from './test/stuck-files.ts'

/** Here tests keep nothing in modules that another could see, so a process runs one file after the other: modules load once. */
const SHARED = [
  ...['connectors', 'schemas', 'detections', 'platform', 'pipeline/{intake,steps,detect,correlate}'],
  ...['api', 'control'],
].map((folder) => `${folder}/**/*.test.ts`)
/** What replaces a module cannot share it with files that want the real one. */
const REPLACES_MODULES = ['api/rest/auth.test.ts']
const NOT_OURS = ['**/node_modules/**', '.cache/**', 'data/**', 'sdk/**']

export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: path.join(import.meta.dirname, 'test/fuzz/fast-check.ts') }],
  },
  test: {
    globalSetup: ['test/global-setup.ts'],
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, exclude: REPLACES_MODULES, isolate: false } },
      { extends: true, test: { name: 'replacing', include: REPLACES_MODULES } },
      // Many of these load native modules, which a process each keeps apart.
      { extends: true, test: { name: 'alone', include: ['**/*.test.ts'], exclude: [...NOT_OURS, ...SHARED] } },
    ],
    pool: 'forks',
    // Three at a time fill two cores: many wait for servers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new StuckFiles()],
    // Bounds against a hang, not expectations: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
