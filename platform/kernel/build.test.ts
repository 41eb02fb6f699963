import fs from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { buildKernel, compiledFile, kernelSources } from './build.ts'

const sources = kernelSources().map((source) => [basename(source.pathname), source] as const)

test.each(sources)('%s is what was compiled', async (_name, source) => {
  expect(Buffer.compare(await buildKernel(source), fs.readFileSync(compiledFile(source)))).toBe(0)
})
