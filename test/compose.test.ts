/** Compares `docker/compose.yml` with the settings and ports of the roles: every setting must reach a container. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { API_SETTINGS } from '../api/config.ts'
import { SUBSYSTEMS } from '../api/route-config.ts'
import type { Setting } from '../platform/config.ts'
import { flagsOf } from '../platform/node-flags.ts'
import { PORTS, SETTINGS } from '../services/config.ts'

const ROOT = path.join(import.meta.dirname, '..')
const text = fs.readFileSync(path.join(ROOT, 'docker/compose.yml'), 'utf8')
const example = fs.readFileSync(path.join(ROOT, 'docker/.env.example'), 'utf8')

type Service = {
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
}
const { services } = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> }
const started = Object.values(services).filter(({ command }) => command?.[0] === 'start')

/**
 * Settings that no container needs: of the embedded stores and log; of addresses, ports and broker, which Compose sets;
 * of development; of the caches that a user's commands share; and others.
 */
const NOT_OF_CONTAINERS: ReadonlySet<string> = new Set([
  ...['SVC_DATA_DIR', 'SVC_PORT_OFFSET', 'SVC_HOST', 'SVC_CLICKHOUSE_BODIES', 'SVC_CLICKHOUSE_MEMORY_MB'],
  ...['KAFKA_PREFIX', 'KAFKA_TLS', 'KAFKA_CA_FILE', 'KAFKA_CERTIFICATE_FILE', 'KAFKA_KEY_FILE'],
  ...['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM'],
  ...['SVC_LOG_KEEP_MB', 'SVC_LOG_MAX_MB', 'SVC_INTAKE_THREADS', 'SVC_ENV', 'SVC_DEMO_TENANT', 'SVC_CACHE_DIR'],
  ...['SVC_API_BASE_URL', 'SVC_ACTIONS_BASE_URL', 'SVC_API_SERVICE_TOKEN', 'SVC_ACTIONS_SERVICE_TOKEN'],
  'SVC_MCP_REGISTRY_TIMEOUT_S',
])

test('every setting of server mode reaches a container', () => {
  const settings: readonly Setting<unknown>[] = [...Object.values(SETTINGS), ...Object.values(API_SETTINGS)]
  const switches = SUBSYSTEMS.map((name) => `SVC_DISABLE_${name.toUpperCase()}`)
  const wanted = [...settings.map(({ name }) => name), ...switches].filter((name) => !NOT_OF_CONTAINERS.has(name))
  const provided = new Set(Object.values(services).flatMap(({ environment }) => Object.keys(environment ?? {})))
  expect(wanted.filter((name) => !provided.has(name))).toEqual([])
})

test('the example of docker/.env has exactly the variables that the file may set', () => {
  const read = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? ''))
  const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')
  expect(named.sort()).toEqual([...read].sort())
})

test('every role runs, and roles with a port have a health check', () => {
  const roles = started.flatMap(({ command }) => command?.slice(1) ?? [])
  expect(roles.sort()).toEqual([
    'actions',
    'agents',
    'api',
    'chainer',
    'connectors',
    'console',
    'enrichment',
    'ingest',
    'listeners',
    'osquery',
    'pipeline',
    'realtime',
    'relay',
  ])
  for (const { command, healthcheck } of started) {
    const role = command?.[1] as keyof typeof PORTS
    expect(healthcheck?.test.join(' '), role).toContain(`http://127.0.0.1:${PORTS[role]}/healthz`)
  }
})

test('the stages run with the flags of stages on Kafka, the others with those of the image', () => {
  const entries = Object.entries(services).flatMap(([name, { entrypoint }]) => (entrypoint ? [[name, entrypoint]] : []))
  expect(entries).toEqual([['pipeline', ['tini', '--', 'node', ...flagsOf(['pipeline'], true), 'bin/cli.mjs']]])
})
