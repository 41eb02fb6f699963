import { expect, test } from 'vitest'
import { rows, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { parseNetwork } from '../plan/cidr.ts'
import { cidrSql } from './compile-cidr.ts'

const engine = useEngine({ migrated: false })

const NETWORKS = ['10.0.0.0/8', '10.1.2.3', '0.0.0.0/0', '::ffff:10.0.0.0/104', '::1/128', 'fe80::/10', '::/0']
const TEXTS = [
  ...[
    '10.1.2.3',
    '11.1.2.3',
    '10.1.2.03',
    '10.1.2',
    '10.1.2.3 ',
    ' 10.1.2.3',
    '10.1.2.3%eth0',
    '10.1.2.3:443',
    '10.1.2.3:',
  ],
  ...[
    '[10.1.2.3]',
    '[10.1.2.3]:443',
    '[10.1.2.3:80]',
    '[10.1.2.3',
    '::ffff:10.1.2.3',
    '::FFFF:a01:203',
    '::ffff:10.1.2.03',
  ],
  ...[
    '0:0:0:0:0:ffff:10.1.2.3',
    '[::ffff:10.1.2.3]:443',
    '::10.1.2.3',
    '::1',
    '[::1]',
    '[::1]:443',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...[
    '[fe80::1%eth0]:443',
    'fe80::1%',
    '2001:db8::1',
    '::',
    '',
    '-',
    'localhost',
    'localhost:80',
    ':',
    '10:20',
    '1:2:3:4:5:6:7:8:9',
  ],
]

test('a SQL search finds the addresses of a network that the rule matches, in any notation', async () => {
  const columns = NETWORKS.map((network) => `arrayMap(x -> ${cidrSql('x', network)} = 1, texts)`)
  const query = `SELECT {texts: Array(String)} AS texts, [${columns.join(', ')}] AS held`
  const [row] = await rows<{ held: boolean[][] }>(engine().client, query, { texts: TEXTS })
  const inSql = NETWORKS.flatMap((network, i) =>
    TEXTS.filter((_, j) => row?.held[i]?.[j]).map((text) => [network, text]),
  )
  const inRules = NETWORKS.flatMap((network) =>
    TEXTS.filter((text) => parseNetwork(network)?.contains(text)).map((text) => [network, text]),
  )
  expect(inSql).toEqual(inRules)
  expect(inRules).toContainEqual(['10.0.0.0/8', '::ffff:10.1.2.3'])
})
