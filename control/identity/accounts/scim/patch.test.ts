import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimFault } from './fault.ts'
import { applyPatch } from './patch.ts'
import { applyGroupPatch } from './patch-group.ts'
import { parsePatch } from './patch-request.ts'
import { CORE_USER, ENTERPRISE_USER, USER_KIND } from './user-schema.ts'

const WORK = { type: 'work', value: 'a@x.example', primary: true }
const HOME = { type: 'home', value: 'b@x.example' }
const user = () => ({ userName: 'ada', active: true, name: { givenName: 'Ada' }, emails: [WORK, HOME] })
const patched = (...Operations: object[]) => applyPatch(USER_KIND, user(), parsePatch({ Operations }))
const faultOf = (work: () => unknown) => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof ScimFault) return error.scimType
    throw error
  }
}

describe('a patch of a user', () => {
  test('adds, replaces and removes at a path', () => {
    expect(patched({ op: 'add', path: 'title', value: 'CISO' })).toEqual({ ...user(), title: 'CISO' })
    expect(patched({ op: 'replace', path: 'name.givenName', value: 'A.' }).name).toEqual({ givenName: 'A.' })
    expect(patched({ op: 'add', path: 'name', value: { familyName: 'L' } }).name).toEqual({
      givenName: 'Ada',
      familyName: 'L',
    })
    expect(patched({ op: 'remove', path: 'name' })).not.toHaveProperty('name')
    expect(patched({ op: 'remove', path: 'name.givenName' })).not.toHaveProperty('name')
    expect(patched({ op: 'replace', path: 'title', value: null })).toEqual(user())
  })

  test('reads names in any case, and URNs before them', () => {
    for (const path of ['USERNAME', 'username', `${CORE_USER}:userName`, `${CORE_USER.toUpperCase()}:username`])
      expect(patched({ OP: 'ReplacE', Path: path, VALUE: 'eve' })).toEqual({ ...user(), userName: 'eve' })
    const inExtension = patched({ op: 'add', path: `${ENTERPRISE_USER}:manager.displayName`, value: 'Bob' })
    expect(inExtension[ENTERPRISE_USER]).toEqual({ manager: { displayName: 'Bob' } })
    const whole = patched({ op: 'add', value: { [ENTERPRISE_USER]: { department: 'X', unknown: 1 } } })
    expect(whole[ENTERPRISE_USER]).toEqual({ department: 'X' })
  })

  test('chooses elements by a filter', () => {
    expect(patched({ op: 'remove', path: 'emails[type eq "home"]' }).emails).toEqual([WORK])
    expect(patched({ op: 'remove', path: 'emails[type eq "WORK"]' }).emails).toEqual([HOME])
    expect(patched({ op: 'remove', path: 'emails[primary eq true]' }).emails).toEqual([HOME])
    expect(patched({ op: 'replace', path: 'emails[type eq "home"].value', value: 'c@x' }).emails).toEqual([
      WORK,
      { ...HOME, value: 'c@x' },
    ])
    expect(patched({ op: 'add', path: 'emails[type eq "other"].value', value: 'c@x' }).emails).toEqual([
      ...[WORK, HOME],
      { type: 'other', value: 'c@x' },
    ])
    expect(patched({ op: 'remove', path: 'emails[type eq "none"]' })).toEqual(user())
    expect(patched({ op: 'replace', path: 'emails[type eq "work"]', value: {} })).toEqual(user())
    expect(patched({ op: 'replace', path: 'emails[type eq "home"]', value: { display: 'H' } }).emails).toEqual([
      ...[WORK, { ...HOME, display: 'H' }],
    ])
  })

  test('keeps one primary element, and an element once', () => {
    const emails = patched({ op: 'add', path: 'emails', value: { value: 'c@x', primary: true } }).emails
    expect(emails).toEqual([{ ...WORK, primary: false }, HOME, { value: 'c@x', primary: true }])
    expect(patched({ op: 'add', path: 'emails', value: [HOME] }).emails).toEqual([WORK, HOME])
  })

  test.each([
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'add', path: 'title' }, 'invalidValue'],
    [{ op: 'move', path: 'title' }, 'invalidSyntax'],
    [{ op: 'add', path: 'no such', value: 1 }, 'invalidPath'],
    [{ op: 'add', path: 'shoeSize', value: 1 }, 'invalidPath'],
    [{ op: 'add', path: 'name.x', value: 'a' }, 'invalidPath'],
    [{ op: 'add', path: 'userName[type eq "x"]', value: 'a' }, 'invalidPath'],
    [{ op: 'add', path: 5, value: 'a' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type sw "x"].value', value: 'a' }, 'invalidFilter'],
    [{ op: 'replace', path: 'id', value: 'a' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [] }, 'mutability'],
    [{ op: 'add', path: 'meta', value: {} }, 'mutability'],
    [{ op: 'add', path: 'active', value: 'yes' }, 'invalidValue'],
    [{ op: 'add', path: 'title', value: 5 }, 'invalidValue'],
    [{ op: 'add', path: 'name', value: 'Ada' }, 'invalidValue'],
    [{ op: 'add', path: 'title', value: 'x'.repeat(2_000) }, 'invalidValue'],
    [{ op: 'add', path: 'emails', value: Array(60).fill(HOME) }, 'invalidValue'],
    [{ op: 'replace', path: 'phoneNumbers.value', value: '1' }, 'noTarget'],
    [{ op: 'add', value: 'x' }, 'invalidSyntax'],
  ])('%j is %s', (operation, scimType) => expect(faultOf(() => patched(operation))).toBe(scimType))

  test('is bounded in its operations, and needs some', () => {
    for (const Operations of [[], Array(501).fill({ op: 'add', path: 'title', value: 'x' }), {}, null, 'x'])
      expect(faultOf(() => parsePatch({ Operations }))).toBe('invalidSyntax')
  })

  test('never changes the document, the request or a prototype, whatever the input', () => {
    const names = fc.constantFrom(
      ...[
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'emails',
        'name',
        'active',
        'userName',
        'groups',
        'title',
      ],
    )
    const path = fc.oneof(
      names,
      fc.tuple(names, names).map((parts) => parts.join('.')),
      fc.tuple(names, names, fc.json(), names).map(([a, b, c, d]) => `${a}[${b} eq ${c}].${d}`),
      fc.string(),
    )
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.oneof(names, path), fc.jsonValue()))
    const operation = fc.record(
      { op: fc.constantFrom('add', 'replace', 'remove'), path, value },
      { requiredKeys: ['op'] },
    )
    const before = Object.getOwnPropertyNames(Object.prototype)
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 4 }), (Operations) => {
        const request = { Operations }
        const [document, sent] = [user(), structuredClone(request)]
        try {
          const { value: _, ...members } = { value: null, ...applyPatch(USER_KIND, document, parsePatch(request)) }
          for (const name of Object.keys(members)) expect(USER_KIND.attributes.map((one) => one.name)).toContain(name)
        } catch (error) {
          expect(error).toBeInstanceOf(ScimFault)
        }
        expect(document).toEqual(user())
        expect(request).toEqual(sent)
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['__proto__.polluted', 'constructor.prototype.polluted', '__proto__', 'name.__proto__'])(
    '%s is no path',
    (path) => {
      expect(faultOf(() => patched({ op: 'add', path, value: { polluted: true } }))).toBe('invalidPath')
      const body = JSON.parse(
        '{"Operations":[{"op":"add","value":{"__proto__":{"polluted":true},"name":{"__proto__":{"polluted":true}}}}]}',
      )
      expect(applyPatch(USER_KIND, user(), parsePatch(body))).toEqual(user())
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )
})

describe('a patch of a group', () => {
  const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(8)) as [string, string, string]
  const run = (...Operations: object[]) => {
    const { members, document } = applyGroupPatch(
      { document: { displayName: 'g' }, members: new Set([A, B]) },
      parsePatch({ Operations }),
    )
    return [[...members], document.displayName]
  }

  test('adds and removes members in every way directories write it', () => {
    expect(run({ op: 'add', path: 'members', value: [{ value: C }] })).toEqual([[A, B, C], 'g'])
    expect(run({ op: 'Add', path: 'members', value: { value: C.toUpperCase() } })).toEqual([[A, B, C], 'g'])
    expect(run({ op: 'add', value: { Members: [{ value: C }], displayName: 'h' } })).toEqual([[A, B, C], 'h'])
    expect(run({ op: 'remove', path: `members[value eq "${A}"]` })).toEqual([[B], 'g'])
    expect(run({ op: 'remove', path: 'members', value: [{ value: A }] })).toEqual([[B], 'g'])
    expect(run({ op: 'remove', path: 'members' })).toEqual([[], 'g'])
    expect(run({ op: 'replace', path: 'members', value: [{ value: C }] })).toEqual([[C], 'g'])
    expect(run({ op: 'replace', value: { id: 'x', displayName: 'h' } })).toEqual([[A, B], 'h'])
  })

  test.each([
    [{ op: 'add', path: 'members', value: [{ value: C, type: 'Group' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ display: 'x' }] }, 'invalidValue'],
    [{ op: 'replace', path: `members[value eq "${A}"]`, value: {} }, 'mutability'],
    [{ op: 'replace', path: 'members.value', value: C }, 'mutability'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
    [
      { op: 'replace', path: 'urn:svc:params:scim:schemas:extension:2.0:Group:mappedRole', value: 'tenant_admin' },
      'mutability',
    ],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  ])('%j is %s', (operation, scimType) => expect(faultOf(() => run(operation))).toBe(scimType))
})
