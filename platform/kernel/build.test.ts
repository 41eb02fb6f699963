import fs from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { buildKernel, compiledFile, kernelSources } from './build.ts'

const sources = kernelSources().map((source) => [basename(source.pathname), source] as const)

test.each(sources)('%s is up to date with its compiled form', async (_name, source) => {
  expect(Buffer.compare(await buildKernel(source), fs.readFileSync(compiledFile(source)))).toBe(0)
})
