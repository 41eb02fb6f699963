import { describe, expect, test } from 'vitest'
import { isWorthRetrying, retryAfterSeconds } from './retry.ts'

describe('an answer of another machine', () => {
  test('is worth another try when the machine is busy or broken, and not when it refuses the request', () => {
    expect([408, 425, 429, 500, 502, 503, 504].filter((status) => !isWorthRetrying(status))).toEqual([])
    expect([301, 307, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422].filter(isWorthRetrying)).toEqual([])
  })

  test('names the time to wait in seconds or as a date, which is bounded', () => {
    const date = 'Tue, 01 Dec 2026 02:00:00 GMT'
    expect(retryAfterSeconds({ 'retry-after': '7' }, 60)).toBe(7)
    expect(retryAfterSeconds({ 'retry-after': '7000' }, 60)).toBe(60)
    for (const huge of ['99999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(retryAfterSeconds({ 'retry-after': huge, date }, 60), huge.slice(0, 30)).toBe(60)
    expect(retryAfterSeconds({ 'retry-after': 'Tue, 01 Dec 2026 02:00:09 GMT', date }, 60)).toBe(9)
    expect(retryAfterSeconds({ 'retry-after': 'Tue, 01 Dec 2026 02:00:09 GMT' }, 60, Date.parse(date))).toBe(9)
  })

  test('may ask for another try at once', () => {
    const date = 'Tue, 01 Dec 2026 02:00:00 GMT'
    for (const value of ['0', 'Tue, 01 Dec 2026 01:00:00 GMT'])
      expect(retryAfterSeconds({ 'retry-after': value, date }, 60), value).toBe(0)
  })

  test('names no time when the header is missing or broken', () => {
    const date = 'Tue, 01 Dec 2026 02:00:00 GMT'
    expect(retryAfterSeconds({}, 60)).toBeNull()
    for (const value of ['soon', '1.5e3x', 'Tue, 41 Dec 2026 01:00:00 GMT', '-5', '-0', '120.5', '1 2', '+7'])
      expect(retryAfterSeconds({ 'retry-after': value, date }, 60), value).toBeNull()
  })
})
