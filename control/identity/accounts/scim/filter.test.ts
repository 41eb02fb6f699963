import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimFault } from './fault.ts'
import { parseFilter } from './filter.ts'
import { groupCondition } from './group-filter.ts'
import { userCondition } from './user-filter.ts'

const typeOf = (work: () => unknown) => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof ScimFault) return error.scimType
    throw error
  }
}

const attributes = fc.constantFrom(
  'userName',
  'externalId',
  'name.familyName',
  'emails.value',
  'urn:a:2.0:User:userName',
)
const operators = fc.constantFrom('eq', 'EQ', 'Eq')
const texts = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !text.includes('\u0000'))

describe('a filter', () => {
  test('is an attribute, eq and a JSON literal: any value comes back as it was written', () => {
    const values = fc.oneof(texts, fc.boolean(), fc.integer(), fc.constant(null))
    fc.assert(
      fc.property(attributes, operators, values, (attribute, operator, value) => {
        const spaced = ` ${attribute}  ${operator} ${JSON.stringify(value)} `
        expect(parseFilter(spaced)).toEqual({ attribute, value })
      }),
    )
  })

  test.each(['a "quote"', 'back\\slash', "' OR 1=1 --", '] eq "x', 'é \u{1f600}', 'a and b eq c'])(
    'holds %j as it is',
    (value) => {
      expect(parseFilter(`userName eq ${JSON.stringify(value)}`)).toEqual({ attribute: 'userName', value })
    },
  )

  test.each([
    ...['', 'userName', 'userName eq', 'eq "x"', 'userName "x"', 'userName eq x', "userName eq 'x'", 'userName eq "x'],
    ...[
      'userName ne "x"',
      'userName co "x"',
      'userName sw "x"',
      'userName pr',
      'userName gt "x"',
      'not (userName eq "x")',
    ],
    ...['userName eq "x" and active eq true', 'userName eq "x" or userName eq "y"', '(userName eq "x")'],
    ...['emails[type eq "work"].value eq "x"', 'userName eq "x" "y"', 'userName eq ["x"]', 'userName eq {"a":1}'],
    ...['user name eq "x"', 'u\';-- eq "x"', '__proto__ eq "x"', 'userName eq "\\u0000"', 'userName eq "\\ud800"'],
    `userName eq "${'x'.repeat(3_000)}"`,
  ])('is refused as invalidFilter: %j', (text) => {
    expect(typeOf(() => userCondition(parseFilter(text)))).toBe('invalidFilter')
    expect(typeOf(() => groupCondition(parseFilter(text)))).toBe('invalidFilter')
  })

  test('any text is parsed or refused, and never becomes part of a statement', () => {
    const anything = fc.oneof(
      texts,
      fc.tuple(texts, operators, fc.json()).map((parts) => parts.join(' ')),
    )
    const known = fc
      .tuple(
        attributes,
        operators,
        texts.map((text) => JSON.stringify(text)),
      )
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(fc.oneof(anything, known), (text) => {
        for (const conditionOf of [userCondition, groupCondition]) {
          try {
            const { sql } = conditionOf(parseFilter(text))
            expect(STATEMENTS.has(sql)).toBe(true)
          } catch (error) {
            expect(error).toMatchObject({ scimType: 'invalidFilter' })
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('accepts its attributes in any case, and with the URN of its schema', () => {
    const { sql } = userCondition({ attribute: 'userName', value: 'x' })
    for (const attribute of ['USERNAME', 'username', 'urn:ietf:params:scim:schemas:core:2.0:user:UserName'])
      expect(userCondition({ attribute, value: 'x' })).toEqual({ sql, value: 'x' })
  })

  test('on active takes true and false, also as texts', () => {
    for (const value of [true, 'True', 'true']) expect(userCondition({ attribute: 'active', value }).value).toBe(true)
    expect(typeOf(() => userCondition({ attribute: 'active', value: 'yes' }))).toBe('invalidFilter')
    expect(typeOf(() => userCondition({ attribute: 'userName', value: 5 }))).toBe('invalidFilter')
  })
})

/** All that a filter can become. */
const STATEMENTS = new Set([
  ...['userName', 'externalId', 'displayName', 'name.familyName', 'name.givenName', 'emails', 'emails.value', 'id'].map(
    (attribute) => userCondition({ attribute, value: 'x' }).sql,
  ),
  userCondition({ attribute: 'active', value: true }).sql,
  ...['id', 'displayName', 'externalId', 'members', 'members.value'].map(
    (attribute) => groupCondition({ attribute, value: 'x' }).sql,
  ),
])
