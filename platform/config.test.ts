import { expect, test } from 'vitest'
import { address, readConfig, secret } from './config.ts'

const settings = { database: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'a database') }

test('accepts the address of a server, and refuses others without repeating them', () => {
  const url = 'postgres://svc:secret@db.example:5432/svc'
  expect(readConfig(settings, { DATABASE_URL: url })).toEqual({ database: url })
  expect(readConfig(settings, {})).toEqual({ database: null })
  for (const wrong of ['nonsense', 'mysql://svc:secret@db/svc', 'postgres://svc:secret@db:port/svc']) {
    expect(() => readConfig(settings, { DATABASE_URL: wrong })).toThrow(
      /^DATABASE_URL: an address that begins with postgres:\/\/ or postgresql:\/\/$/,
    )
  }
})

test('refuses a secret that a header would change, without repeating it', () => {
  const token = { token: secret('SVC_SERVICE_TOKEN', 'a token') }
  expect(readConfig(token, { SVC_SERVICE_TOKEN: 'abcdefgh12345678' })).toEqual({ token: 'abcdefgh12345678' })
  for (const wrong of ['abcdefgh12345678 ', 'abcdefgh 12345678', 'abcdefgh12345678\n'])
    expect(() => readConfig(token, { SVC_SERVICE_TOKEN: wrong })).toThrow(/^SVC_SERVICE_TOKEN: no blanks and no line/)
})
