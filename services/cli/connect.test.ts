import { afterEach, expect, test, vi } from 'vitest'
import { type Instance, writeInstance } from '../supervisor/instance.ts'
import { localApiUrl, targets } from './connect.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
afterEach(() => void vi.unstubAllEnvs())

const CLICKHOUSE = 'http://lake.example:8123'
const POSTGRES = 'postgres://svc@db.example/svc'

test('servers come from the settings, or from the instance on the data folder', () => {
  vi.stubEnv('SVC_DATA_DIR', command.dir)
  vi.stubEnv('SVC_PORT_OFFSET', '5')
  expect(() => targets()).toThrow(/^no instance is running on/)
  expect(localApiUrl()).toBe('http://127.0.0.1:8005')
  vi.stubEnv('CLICKHOUSE_URL', CLICKHOUSE)
  vi.stubEnv('DATABASE_URL', POSTGRES)
  const ingestUrl = 'http://127.0.0.1:8086'
  expect(targets()).toMatchObject({ clickhouseUrl: CLICKHOUSE, databaseUrl: POSTGRES, ingestUrl })
  vi.stubEnv('CLICKHOUSE_URL', '')
  const local = { pid: process.pid, apiUrl: 'a', ingestUrl: 'i', clickhouseUrl: 'c', databaseUrl: 'd' }
  writeInstance(command.dir, local as Instance)
  expect(targets()).toMatchObject({ clickhouseUrl: 'c', databaseUrl: 'd', ingestUrl: 'i' })
  expect(localApiUrl()).toBe('a')
})

test('a partly configured set of servers is refused and names the missing setting', () => {
  vi.stubEnv('SVC_DATA_DIR', command.dir)
  vi.stubEnv('DATABASE_URL', POSTGRES)
  expect(() => targets()).toThrow(/^CLICKHOUSE_URL: also required/)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('CLICKHOUSE_URL', `${CLICKHOUSE}/svc`)
  expect(() => targets()).toThrow(/^DATABASE_URL: also required/)
  vi.stubEnv('CLICKHOUSE_URL', `${CLICKHOUSE}?database=svc`)
  expect(() => targets()).toThrow('CLICKHOUSE_URL: an address without query or fragment')
})
