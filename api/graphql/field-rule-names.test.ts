/** A field rule names fields as REST does, so that each field of the query interface needs a name that REST has too. */
import { buildSchema, isObjectType } from 'graphql/index.js'
import { expect, test } from 'vitest'
import { SHOWN_AS } from '../../control/platform/governance/index.ts'
import { readApiDocument } from '../../schemas/api-document.ts'
import { restNameOf } from './field-rules.ts'
import { SCHEMA_TEXT } from './schema.ts'

/** A list of records that have rules of their own. */
const RECORDS = ['Case.comments']
const SHOWN = Object.entries(SHOWN_AS)
const TYPES = Object.values(buildSchema(SCHEMA_TEXT).getTypeMap()).filter((type) => isObjectType(type))

function restMembers(resource: string): ReadonlySet<string> {
  const { schemas } = readApiDocument().components
  const names = SHOWN.filter(([, shown]) => shown === resource).map(([name]) => name)
  return new Set(names.flatMap((name) => Object.keys(schemas[name]?.properties ?? {})))
}

test('each field of a record has the name of REST', () => {
  const shown = TYPES.filter(({ name }) => Object.hasOwn(SHOWN_AS, name))
  expect(shown.length).toBeGreaterThan(9)
  const unknown = shown.flatMap((type) => {
    const known = restMembers(SHOWN_AS[type.name] ?? '')
    return Object.keys(type.getFields())
      .filter((field) => !known.has(restNameOf(type.name, field)))
      .map((field) => `${type.name}.${field}`)
  })
  expect(unknown).toEqual(RECORDS)
})
