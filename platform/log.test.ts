import { expect, test, vi } from 'vitest'
import { openLog } from './log.ts'

test('an invalid level is refused with the name of its setting', () => {
  expect(() => openLog('test', 'loud')).toThrow(/^SVC_LOG_LEVEL: one of trace, debug, info, warn, error, fatal$/)
  expect(openLog('test', 'fatal').level).toBe('fatal')
})

test('an empty level counts as not set', () => {
  vi.stubEnv('SVC_LOG_LEVEL', '')
  expect(openLog('test').level).toBe('info')
  vi.unstubAllEnvs()
})
