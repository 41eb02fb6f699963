/** ClickHouse's own client for Python, with its defaults, as notebooks and BI tools have it. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { pythonWith } from '../../../test/python.ts'
import { useEngine } from '../test-engine.ts'

const python = pythonWith('clickhouse-connect', '1.12.0', 'clickhouse_connect')
if (python.missing !== undefined) console.warn(`SKIPPED: clickhouse-connect: ${python.missing}`)

const engine = useEngine({ migrated: true })

const SCRIPT = `
import json, sys
from urllib.parse import urlparse
import clickhouse_connect
url = urlparse(sys.argv[1])
client = clickhouse_connect.get_client(host=url.hostname, port=url.port, username=url.username, password=url.password)
client.command('CREATE TABLE of_python (a UInt32, s String) ENGINE = MergeTree ORDER BY a')
client.command('INSERT INTO of_python VALUES', data="(1, 'one'), (2, 't\\\\'wo')")
# Of the compressions it knows for rows of an insert, the embedded engine takes gzip and zstd, and not its default, LZ4.
writer = clickhouse_connect.get_client(host=url.hostname, port=url.port, username=url.username, password=url.password, compress='zstd')
writer.insert('of_python', [[3, 'three']], column_names=['a', 's'])
refused = ''
try:
    client.command('CREATE TEMPORARY TABLE t (a UInt8)')
except Exception as error:
    refused = str(error)
wrong = ''
try:
    client.query('SELECT nothing FROM of_python')
except Exception as error:
    wrong = str(error)
print(json.dumps({
    'version': client.server_version,
    'rows': client.query('SELECT a, s FROM of_python ORDER BY a').result_rows,
    'bound': client.query('SELECT s FROM of_python WHERE a = {a:UInt32}', parameters={'a': 2}).result_rows,
    'blocks': sum(len(block) for block in client.query_row_block_stream('SELECT number FROM numbers(100000)').__enter__()),
    'tables': [row[0] for row in client.query('SHOW TABLES').result_rows],
    'columns': [row[0] for row in client.query('DESCRIBE TABLE events').result_rows],
    'catalogue': client.query("SELECT column_name FROM information_schema.columns WHERE table_name = 'of_python' ORDER BY ordinal_position").result_rows,
    'setting': client.query('SELECT 1', settings={'max_threads': 1}).result_rows,
    'refused': refused,
    'wrong': wrong,
}))
`

test.skipIf(python.missing !== undefined)('connects, writes, reads and lists tables with its defaults', async () => {
  const child = spawn(python.path, ['-c', SCRIPT, engine().engine.url], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  const report = JSON.parse(out) as Record<string, unknown>
  expect(report).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\./),
    rows: [
      [1, 'one'],
      [2, `t'wo`],
      [3, 'three'],
    ],
    bound: [[`t'wo`]],
    blocks: 100_000,
    tables: expect.arrayContaining(['events', 'ledger']),
    columns: expect.arrayContaining(['tenant_id', 'raw']),
    catalogue: [['a'], ['s']],
    setting: [[1]],
    refused: expect.stringContaining('keeps no session'),
    wrong: expect.stringContaining('nothing'),
  })
})
