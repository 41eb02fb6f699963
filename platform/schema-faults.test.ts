import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { nullable, oneOf } from '../schemas/wire.ts'
import { inputFaults } from './schema-faults.ts'

const closed = { additionalProperties: false }
const mail = Type.Object({ by: Type.Literal('mail'), to: Type.String({ format: 'email' }) }, closed)
const phone = Type.Object({ by: Type.Literal('phone'), number: Type.String() }, closed)
const schema = Type.Object(
  {
    days: Type.Optional(nullable(Type.Integer({ minimum: 400 }))),
    kind: Type.Optional(oneOf(['rule', 'playbook'])),
    mode: Type.Optional(nullable(oneOf(['live', 'dry']))),
    step: Type.Optional(Type.Union([mail, phone])),
    id: Type.Optional(Type.String({ format: 'uuid' })),
    many: Type.Optional(oneOf(Array.from({ length: 25 }, (_, n) => `v${n}`))),
  },
  { ...closed, minProperties: 1 },
)
const COMPILED = Compile(schema)
const faultsIn = (value: unknown) =>
  inputFaults([...COMPILED.Errors(value)]).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)

test.each([
  [{ days: 3 }, ['days: must be >= 400']],
  [{ days: 'x' }, ['days: must be integer']],
  [{ kind: 'x' }, ['kind: must be one of rule, playbook']],
  [{ mode: 'x' }, ['mode: must be one of live, dry']],
  [{ step: { by: 'mail' } }, ['step.to: is missing']],
  [{ step: { by: 'phone', number: 1, to: 'x' } }, ['step.to: is not a member of this', 'step.number: must be string']],
  [{ step: { by: 'dove' } }, ['step.by: must be one of mail, phone']],
  [{ step: { by: 'mail', to: 'x' } }, ['step.to: must be an email address']],
  [{ other: 1 }, ['other: is not a member of this']],
  [{}, [': needs at least one member']],
])('%j has the faults %j', (value, faults) => {
  expect(faultsIn(value).toSorted()).toEqual(faults.toSorted())
})

test('a fault of format has an example, and a long list of values is cut with its length', () => {
  expect(faultsIn({ id: 'null' })[0]).toMatch(/^id: must be an id such as [0-9a-f-]{36}$/)
  expect(faultsIn({ many: 'x' })[0]).toMatch(/^many: must be one of 25 values: v0, .*v19, …$/)
})
