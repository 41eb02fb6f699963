import { optional, readConfig } from '../../platform/config.ts'

const SETTINGS = { program: optional('CHROMIUM', 'browser of the tests; chromium of PATH when unset') } as const

export function browserConfig() {
  return readConfig(SETTINGS, process.env)
}
