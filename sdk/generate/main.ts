/**
 * Generates the parts of the SDKs and the command line that follow from the API document: `node bin/run.mjs
 * sdk/generate/main.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './files.ts'

for (const [file, text] of Object.entries(generatedFiles())) {
  const path = join(import.meta.dirname, '..', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
