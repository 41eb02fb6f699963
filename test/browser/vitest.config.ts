import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { SkippedTests } from '../skipped-tests.ts'

/** All that is done in a browser: `npm run test:browser`. What is named `.test.ts` is a part of `npm test` too. */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '../..'),
    include: ['test/browser/*.{test,browser}.ts'],
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', new SkippedTests()],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
