import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { atSetting } from '../settings/at-setting.ts'
import { requireClickhouse } from './clickhouse-health.ts'
import { listen } from './status-server.ts'

test('a server that is not ClickHouse is refused, with the name of the setting', async () => {
  const other = createServer((_, response) => response.writeHead(404).end('<html>\n<body>nothing here'))
  const client = openClickhouse({ url: `http://127.0.0.1:${await listen(other, 0, '127.0.0.1')}` })
  await expect(atSetting('CLICKHOUSE_URL', requireClickhouse(client))).rejects.toThrow(
    'CLICKHOUSE_URL: the server is not ClickHouse (<html>)',
  )
  await client.close()
  other.close()
})
