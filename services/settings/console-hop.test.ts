import { expect, test } from 'vitest'
import { config } from '../config.ts'
import { embeddedConsoleHop } from './console-hop.ts'

test('an instance makes a token of its own, unless one is configured', () => {
  const one = embeddedConsoleHop(config({}))
  expect(one).not.toEqual(embeddedConsoleHop(config({})))
  // It passes the bounds of the setting.
  expect(embeddedConsoleHop(config(one))).toEqual(one)
})
