import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { Problem } from '../../sdk/typescript/src/errors.ts'
import { failureText } from './failure-text.ts'

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('an error is printed with its causes, each once', () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1')
  expect(failureText(new AppError('unavailable', 'the database does not answer', { cause }))).toBe(
    'the database does not answer (connect ECONNREFUSED 127.0.0.1:1)',
  )
  expect(failureText(new AppError('bad_request', `no: ${cause.message}`, { cause }))).toBe(`no: ${cause.message}`)
  expect(failureText(new AppError('bad_request', 'no role x'))).toBe('no role x')
  const missing = new Error('Cannot find module x\nRequire stack:\n- /here')
  expect(failureText(new AppError('bad_config', 'no client: Cannot find module x', { cause: missing }))).toBe(
    'no client: Cannot find module x',
  )
})

test('a refusal by the API is one line', () => {
  const refused = new Problem(403, { code: 'forbidden', detail: 'this needs the permission rules:read' })
  expect(failureText(refused)).toBe('403 forbidden: this needs the permission rules:read')
})

test('a system error is printed without a stack', async () => {
  expect(failureText(thrownBy(() => readFileSync('/no/such/file')))).toContain('ENOENT')
  const refused = await new Promise<Error>((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(failureText(refused)).toContain('ECONNREFUSED 127.0.0.1:1')
  const both = new AggregateError([refused, refused])
  expect(failureText(both)).toBe(refused.message)
  expect(failureText(new AppError('unavailable', 'away', { cause: both }))).toBe(`away (${refused.message})`)
})

test('a refused database login is one line, a wrong statement is not', () => {
  const postgres = (code: string) => Object.assign(new Error('said the server'), { severity: 'FATAL', code })
  for (const code of ['08P01', '28P01', '3D000', '42501', '53300', '57P03'])
    expect(failureText(postgres(code))).toBe('said the server')
  for (const code of ['42601', '42P01', '23505']) expect(failureText(postgres(code))).toBeNull()
  const clickhouse = (type: string) => Object.assign(new Error('the password is wrong'), { code: '516', type })
  expect(failureText(clickhouse('AUTHENTICATION_FAILED'))).toBe('the password is wrong')
  expect(failureText(clickhouse('SYNTAX_ERROR'))).toBeNull()
})

test('an internal error is printed with its stack', () => {
  expect(failureText(new TypeError('x is not a function'))).toBeNull()
  expect(failureText('text')).toBeNull()
})
