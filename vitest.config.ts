import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { StuckFiles } from './test/stuck-files.ts'

export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: path.join(import.meta.dirname, 'test/fuzz/fast-check.ts') }],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '.cache/**', 'data/**', 'sdk/**'],
    globalSetup: ['test/global-setup.ts'],
    // Most files start real servers. A process each keeps native modules apart; two at a time fill two cores.
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', new StuckFiles()],
    // Bounds against a hang, not expectations: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
