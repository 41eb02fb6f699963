import { optional, readConfig } from '../../platform/config.ts'

const SETTINGS = {
  corpora: optional('SVC_CORPORA', 'folder of *.ndjson and *.ndjson.br files for npm run e2e:corpus'),
} as const

export function testConfig() {
  return readConfig(SETTINGS, process.env)
}
