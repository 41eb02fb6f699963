import { expect, test } from 'vitest'
import { valuesIn } from './sql-parameters.tsx'

test('values of the fields stand in the link, and an empty field is missing', () => {
  const form = new FormData()
  form.set('query', 'SELECT {host:String}, {user:String}')
  expect(valuesIn(form)).toBeUndefined()
  form.set('value.host', "o'hara")
  form.set('value.user', '')
  expect(valuesIn(form)).toBe(`{"host":"o'hara"}`)
})
