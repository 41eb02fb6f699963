import { expect, test } from 'vitest'
import { bodyOf } from './request.ts'

const text = { anyOf: [{ type: 'string' }, { type: 'null' }] }
const schema = { type: 'object', properties: { name: text, colour: text, minutes: { type: 'integer' } } }
const before = { name: 'Acme', colour: '#112233', minutes: 5, id: 'not of the body' }

test('a PUT form sends untouched values too, because a PUT replaces the whole entity', () => {
  const body = bodyOf('PUT /api/v1/branding', schema, { ...before, name: 'Acme SOC' }, before)
  expect(body).toEqual({ name: 'Acme SOC', colour: '#112233', minutes: 5 })
  expect(bodyOf('PUT /api/v1/branding', schema, { ...before, colour: '' }, before)).toEqual({
    ...{ name: 'Acme', colour: null, minutes: 5 },
  })
})

test('a PATCH form sends differences, and a new form sends what is filled in', () => {
  expect(bodyOf('PATCH /api/v1/x', schema, { ...before, minutes: '6' }, before)).toEqual({ minutes: 6 })
  expect(bodyOf('PUT /api/v1/x', schema, { name: 'n', colour: '' })).toEqual({ name: 'n' })
})

test('a field of an id takes the address of a page', () => {
  const of = { type: 'object', properties: { case_id: { type: 'string', format: 'uuid' } } }
  const id = '0e1a3b52-6c0f-4d55-9d0e-5f1f8a0c7b11'
  expect(bodyOf('POST /api/v1/x', of, { case_id: ` https://svc.example/cases/${id}?tab=record ` })).toEqual({
    case_id: id,
  })
  expect(bodyOf('POST /api/v1/x', of, { case_id: 'INC-7' })).toEqual({ case_id: 'INC-7' })
})
