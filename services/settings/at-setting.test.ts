import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { atSetting } from './at-setting.ts'

test('an error of a server is reported with its setting, a bug of ours is not', async () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const away = new AppError('unavailable', 'the database does not answer', { cause })
  await expect(atSetting('DATABASE_URL', Promise.reject(away))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'DATABASE_URL: the database does not answer (connect ECONNREFUSED 127.0.0.1:1)',
  })
  await expect(atSetting(null, Promise.reject(away))).rejects.toBe(away)
  await expect(atSetting('DATABASE_URL', Promise.reject(cause))).rejects.toBe(cause)
  expect(await atSetting('DATABASE_URL', Promise.resolve(1))).toBe(1)
})
