import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApiDocument } from '../../schemas/api-document.ts'
import { generatedFiles } from './files.ts'
import { fullName, readModel } from './model.ts'

const model = readModel(readApiDocument())

test('the committed files of the SDKs equal those generated from the API document', () => {
  for (const [file, text] of Object.entries(generatedFiles())) {
    const isCurrent = readFileSync(join(import.meta.dirname, '..', file), 'utf8') === text
    expect(isCurrent, `sdk/${file} is old: run node bin/run.mjs sdk/generate/main.ts`).toBe(true)
  }
})

test('every operation of the document has a unique name, and every SDK has it', () => {
  const { paths } = readApiDocument()
  const documented = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(model.operations.map(({ id }) => id))).toEqual(new Set(documented))
  expect(new Set(model.operations.map(fullName)).size).toBe(documented.length)
})

test.each([
  ['GET', '/api/v1/alerts', 'alerts.list'],
  ['GET', '/api/v1/alerts/{id}', 'alerts.get'],
  ['PATCH', '/api/v1/alerts/{id}', 'alerts.update'],
  ['POST', '/api/v1/alerts/{id}/assign', 'alerts.assign'],
  ['POST', '/api/v1/cases/{id}/comments', 'cases.comments.create'],
  ['POST', '/api/v1/cases/bulk', 'cases.bulk.run'],
  ['PUT', '/api/v1/sandbox/consent', 'sandbox.set_consent'],
  ['GET', '/api/v1/usage/export.csv', 'usage.export_csv'],
])('%s %s is %s', (verb, path, name) => {
  const found = model.operations.find((operation) => operation.verb === verb && operation.path === path)
  expect(found && fullName(found)).toBe(name)
})
