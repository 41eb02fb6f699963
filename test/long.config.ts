import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { SkippedTests } from './skipped-tests.ts'

/**
 * Tests of a minute or more, mostly of Kafka under faults: `npm run test:long`. Files named `.long.ts` are not part of
 * `npm test`.
 */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '..'),
    include: ['{stores,stream,pipeline,test,control,query,ingest,api,services,console}/**/*.long.ts'],
    globalSetup: ['test/global-setup.ts', 'test/kafka-setup.ts'],
    reporters: ['default', new SkippedTests()],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
