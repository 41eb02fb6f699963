import fs from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_REFERENCE, errorReference } from './error-reference.ts'

test('the committed page of errors equals the generated one', () => {
  expect(fs.readFileSync(ERROR_REFERENCE, 'utf8'), 'run: node bin/run.mjs api/error-reference.ts').toBe(
    errorReference(),
  )
})
