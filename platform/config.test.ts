import { expect, test } from 'vitest'
import { address, readConfig } from './config.ts'

const settings = { database: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'a database') }

test('the address of a server is one, or is refused without being repeated', () => {
  const url = 'postgres://svc:secret@db.example:5432/svc'
  expect(readConfig(settings, { DATABASE_URL: url })).toEqual({ database: url })
  expect(readConfig(settings, {})).toEqual({ database: null })
  for (const wrong of ['nonsense', 'mysql://svc:secret@db/svc', 'postgres://svc:secret@db:port/svc']) {
    expect(() => readConfig(settings, { DATABASE_URL: wrong })).toThrow(
      /^DATABASE_URL: an address that begins with postgres:\/\/ or postgresql:\/\/$/,
    )
  }
})
