/** The chart in `docker/helm/svc` must start the roles of `docker/compose.yml` and render valid Kubernetes objects. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { flagsOf } from '../platform/node-flags.ts'
import { PORTS } from '../services/config.ts'
import { findHelm } from './find-helm.ts'

const ROOT = path.join(import.meta.dirname, '..')
const CHART = path.join(ROOT, 'docker/helm/svc')
const read = (file: string) => parse(fs.readFileSync(path.join(ROOT, file), 'utf8'), { merge: true })

type Role = { replicas: number; port: number; beside?: string[] }
const { roles, pipelineFlags } = read('docker/helm/svc/values.yaml') as {
  roles: Record<string, Role>
  pipelineFlags: string[]
}
const { services } = read('docker/compose.yml') as { services: Record<string, { command?: string[] }> }
const helm = findHelm()

const NEEDED = [
  '--set=secretName=svc-secrets',
  '--set=settings.KAFKA_BROKERS=kafka:9092',
  '--set=settings.REDIS_URL=redis://redis',
]

type Manifest = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: {
    replicas?: number
    selector: { matchLabels: object }
    template: { metadata: { labels: object }; spec: { containers: Container[] } }
    ports?: { name: string; port: number; protocol?: string }[]
  }
}
type Container = {
  command?: string[]
  args: string[]
  env: { name: string; value?: string; valueFrom?: object }[]
  envFrom: object[]
  ports: { name: string; containerPort: number }[]
  readinessProbe: { httpGet: { path: string; scheme: string } }
  livenessProbe: { httpGet: { path: string } }
}

function run(...args: string[]) {
  // A helm that was built from source knows no Kubernetes as new as the chart requires, so the version is given.
  const { status, stdout, stderr } = spawnSync(helm as string, [...args, '--kube-version=1.30.0'], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

function rendered(...more: string[]): Manifest[] {
  const { status, stdout, stderr } = run('template', 'soc', CHART, ...NEEDED, ...more)
  expect([status, stderr]).toEqual([0, ''])
  return parseAllDocuments(stdout).flatMap((document) => {
    expect(document.errors).toEqual([])
    const manifest = document.toJS() as Manifest | null
    return manifest ? [manifest] : []
  })
}

const setOf = (manifests: Manifest[], name: string) =>
  manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name)
const containerOf = (manifest: Manifest | undefined) => manifest?.spec.template.spec.containers[0] as Container

test('the roles of the chart are those of compose, each on its port', () => {
  const started = Object.values(services).flatMap(({ command }) => (command?.[0] === 'start' ? command.slice(1) : []))
  const charted = Object.entries(roles).flatMap(([role, { beside = [] }]) => [role, ...beside])
  expect(charted.sort()).toEqual(started.sort())
  for (const [role, { port }] of Object.entries(roles))
    expect([role, port]).toEqual([role, PORTS[role as keyof typeof PORTS]])
  expect(pipelineFlags).toEqual(flagsOf(['pipeline'], true))
})

test.skipIf(helm === null)('helm lint reports nothing', () => {
  const { status, stdout, stderr } = run('lint', '--strict', CHART, ...NEEDED)
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
})

test.skipIf(helm === null)('each role is a set of pods with stable names, the credentials and health checks', () => {
  const manifests = rendered()
  for (const [role, { replicas, port, beside = [] }] of Object.entries(roles)) {
    const set = setOf(manifests, `soc-${role}`)
    if (replicas === 0) {
      expect(set).toBeUndefined()
      continue
    }
    const container = containerOf(set)
    expect([role, set?.spec.replicas, container.args]).toEqual([role, replicas, ['start', role, ...beside]])
    expect(set?.spec.template.metadata.labels).toMatchObject(set?.spec.selector.matchLabels as object)
    expect(container.ports).toContainEqual({ name: 'http', containerPort: port })
    expect(container.envFrom).toEqual([{ secretRef: { name: 'svc-secrets' } }])
    expect(container.env).toContainEqual({
      name: 'SVC_INSTANCE',
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    })
    expect(container.env).toContainEqual({ name: 'SVC_CONSOLE_API_URL', value: 'http://soc-api:8000' })
    expect(container.readinessProbe.httpGet.path).toBe('/healthz')
    expect(container.livenessProbe.httpGet.path).toBe('/metrics')
    const service = manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === `soc-${role}`)
    expect(service?.spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }])
  }
  expect(containerOf(setOf(manifests, 'soc-pipeline')).command).toEqual([
    'tini',
    '--',
    'node',
    ...pipelineFlags,
    'bin/cli.mjs',
  ])
  const migrate = manifests.find(({ kind }) => kind === 'Job')
  expect(migrate?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
  expect(containerOf(migrate).args).toEqual(['migrate'])
})

test.skipIf(helm === null)('settings, syslog ports, TLS of osquery and addresses reach their pods', () => {
  const manifests = rendered(
    ...['--set=settings.SVC_OSQUERY_TLS_CERT=/tls/tls.crt', '--set=settings.DATABASE_POOL_SIZE=40'],
    ...['--set=roles.listeners.replicas=1', '--set=settings.SVC_SYSLOG_LISTENERS=udp:5514:acme'],
    ...['--set=syslog.ports[0].name=acme', '--set=syslog.ports[0].port=5514', '--set=syslog.ports[0].protocol=UDP'],
    ...['--set=ingress.enabled=true', '--set=ingress.hosts.console=soc.example', '--set=podMonitor=true'],
  )
  expect(containerOf(setOf(manifests, 'soc-osquery')).readinessProbe.httpGet.scheme).toBe('HTTPS')
  expect(containerOf(setOf(manifests, 'soc-api')).readinessProbe.httpGet.scheme).toBe('HTTP')
  expect(containerOf(setOf(manifests, 'soc-api')).env).toContainEqual({ name: 'DATABASE_POOL_SIZE', value: '40' })
  const syslog = manifests.find(({ metadata }) => metadata.name === 'soc-syslog')
  expect(syslog?.spec.ports).toEqual([{ name: 'acme', port: 5514, targetPort: 'acme', protocol: 'UDP' }])
  expect(manifests.filter(({ kind }) => kind === 'Ingress').map(({ metadata }) => metadata.name)).toEqual([
    'soc-console',
  ])
  expect(manifests.filter(({ kind }) => kind === 'PodMonitor')).toHaveLength(1)
})

test.skipIf(helm === null)(
  'a missing value, or a credential among the settings, stops the rendering with a message',
  () => {
    const refusal = (...args: string[]) => run('template', 'soc', CHART, ...args).stderr
    expect(refusal(...NEEDED.slice(1))).toContain('secretName is needed')
    expect(refusal(NEEDED[0] ?? '')).toContain('settings.KAFKA_BROKERS is needed')
    expect(refusal(...NEEDED.slice(0, 2))).toContain('settings.REDIS_URL is needed')
    expect(refusal(...NEEDED, '--set=settings.DATABASE_URL=postgres://x')).toContain('DATABASE_URL is a credential')
    expect(refusal(...NEEDED, '--set=roles.listeners.replicas=1')).toContain('names nothing to listen on')
  },
)
