import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEVER_GRANTED } from '../static-roles.ts'
import { rolesOfGroups } from './group-roles.ts'

/** Names that an object has by itself are groups like any other. */
const group = fc.oneof(
  fc.constantFrom('soc', 'SOC', 'leads', 'constructor', 'toString', '__proto__', 'hasOwnProperty'),
  fc.string({ maxLength: 12 }),
)
const role = fc.constantFrom('viewer', 'soc_analyst', 'tenant_admin', 'night shift', ...NEVER_GRANTED)
const mapping = fc.array(fc.tuple(group, role), { maxLength: 8 }).map((entries) => Object.fromEntries(entries))
const anyMapping = fc.record({ mapping, fallback: fc.option(role), groups: fc.array(group, { maxLength: 8 }) })
const isNever = (name: string) => NEVER_GRANTED.some((never) => never === name)

test('a sign-in confers the mapped roles of its groups, the default role, and nothing else', () => {
  fc.assert(
    fc.property(anyMapping, ({ mapping, fallback, groups }) => {
      const expected = new Set(Object.entries(mapping).flatMap(([name, to]) => (groups.includes(name) ? [to] : [])))
      if (fallback !== null) expected.add(fallback)
      const roles = rolesOfGroups(mapping, fallback, groups)
      expect(roles).toEqual([...expected].filter((name) => !isNever(name)).sort())
    }),
  )
})

test('order and repetition of groups change nothing, and another group removes nothing', () => {
  fc.assert(
    fc.property(anyMapping, group, ({ mapping, fallback, groups }, more) => {
      const roles = rolesOfGroups(mapping, fallback, groups)
      expect(rolesOfGroups(mapping, fallback, [...groups, ...groups].reverse())).toEqual(roles)
      expect(rolesOfGroups(mapping, fallback, [...groups, more])).toEqual(expect.arrayContaining([...roles]))
    }),
  )
})

test('a role of the installation never comes of a group, whatever is stored', () => {
  for (const never of NEVER_GRANTED) expect(rolesOfGroups({ ops: never }, never, ['ops'])).toEqual([])
})

test('groups are compared with case', () => {
  expect(rolesOfGroups({ Leads: 'soc_lead' }, null, ['leads', 'LEADS'])).toEqual([])
})
