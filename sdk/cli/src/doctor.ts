/** `svc doctor`: finds out why an installation does not work for this user, and what to do about it. */
import type { Client, Problem } from '../../typescript/src/index.ts'
import { parseTyped, refuseOthers } from './arguments.ts'
import { type Finding, printFindings } from './findings.ts'
import { reasonOf, remedyOf } from './remedies.ts'
import { type Credential, installationOf } from './run.ts'

/** With a larger deviation the server refuses tokens and signatures. */
const CLOCK_SECONDS_MAX = 60
const TIMEOUT_MS = 10_000

export async function doctor(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, () => false)
  refuseOthers('svc doctor', typed, 0)
  const { globals } = typed
  const { url, client, credential } = installationOf(globals)
  const findings = await examineApi(url)
  // The credential is not checked if the API does not answer correctly.
  if (findings.length > 1) findings.push(await credentialOf(client, credential, url))
  const { SVC_INGEST_URL: ingestUrl } = process.env
  return printFindings(ingestUrl ? [...findings, ...(await examineIngest(ingestUrl))] : findings)
}

type Service = { readonly name: string; readonly path: string; readonly prefix: string; readonly todo: string }

const API: Service = {
  ...{ name: 'the API', path: '/api/v1/health', prefix: '' },
  todo: 'check the address and its port: the API uses 8000 unless SVC_PORT_OFFSET is set; a proxy must forward /api',
}
const INGEST: Service = {
  ...{ name: 'the ingest service', path: '/health', prefix: 'ingest: ' },
  todo: 'check SVC_INGEST_URL and its port: the ingest service uses 8081 unless SVC_PORT_OFFSET is set',
}

/** Returns a single finding if no API answers at the address. `more` says where to find more about a part that is down. */
export function examineApi(url: string, more = THERE): Promise<Finding[]> {
  return examine(API, url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), more)
}

/** The service that events are pushed to. */
export function examineIngest(url: string, more = THERE): Promise<Finding[]> {
  return examine(INGEST, url.replace(/\/+$/, ''), more)
}

async function examine({ name, path, prefix, todo }: Service, url: string, more: string): Promise<Finding[]> {
  let response: Response
  try {
    response = await fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    return [unreachable(url, error as Error)]
  }
  const { subsystems, status } = ((await response.json().catch(() => null)) ?? {}) as Partial<Health>
  if (status === undefined || subsystems === undefined)
    return [
      { isGood: false, text: `the server at ${url} is not ${name} of svc (${response.status} for ${path})`, todo },
    ]
  const answers = { isGood: true, text: `${name} answers: ${status}` }
  const parts = partsOf(subsystems, more).map((part) => ({ ...part, text: prefix + part.text }))
  return [answers, clockOf(response.headers.get('date')), ...parts]
}

function unreachable(url: string, error: Error): Finding {
  return { isGood: false, text: `${url} does not answer: ${reasonOf(error)}`, todo: remedyOf(error, url) }
}

type Health = { readonly status: string; readonly subsystems: Readonly<Record<string, string>> }

const THERE = 'run svc doctor --data DIR on the machine of the installation for more checks'
const STORES = ['postgres', 'clickhouse', 'redis', 'disk', 'backbone'] as const

/** Remedies for parts that the API or the ingest service cannot use. */
const REMEDIES: Readonly<Record<string, string>> = {
  postgres: 'restart Postgres, or check DATABASE_URL',
  clickhouse: 'restart ClickHouse, or check CLICKHOUSE_URL and its disk',
  redis: 'restart Redis, or check REDIS_URL',
  disk: 'free space on the disk of the data folder, or use a larger disk: no event is accepted until then',
  backbone: 'check KAFKA_BROKERS, or the disk of the data folder',
  credential_keys: 'set SVC_CREDENTIAL_KEY to the key with which the secrets were encrypted (docs/operations.md)',
}

function partsOf(parts: Health['subsystems'], more: string): Finding[] {
  // The checks of everything else ask the stores too, so that a store that is down comes first.
  const isFirst = (name: string) => STORES.some((store) => store === name)
  const down = Object.keys(parts).filter((name) => isFirst(name) && parts[name] !== 'ok')
  return Object.entries(parts).map(([name, state]) => {
    if (state === 'ok') return { isGood: true, text: `${name} is ok` }
    const text = `${name} is ${state}`
    if (!isFirst(name) && down.length > 0) return { isGood: false, text, todo: `repair ${down.join(' and ')} first` }
    const own = REMEDIES[name] ?? `search the log of the API for "a subsystem is down" with ${name}`
    return { isGood: false, text, todo: `${own}; ${more}` }
  })
}

function clockOf(date: string | null): Finding {
  const apart = Math.round(Math.abs(Date.parse(date ?? '') - Date.now()) / 1000)
  if (Number.isNaN(apart))
    return { isGood: true, text: 'the server did not send its time, so the clocks were not compared' }
  if (apart <= CLOCK_SECONDS_MAX) return { isGood: true, text: 'the clocks agree' }
  return { isGood: false, text: `the clocks differ by ${apart} s`, todo: 'set this clock, or that of the server (NTP)' }
}

async function credentialOf(client: Client, { kind, name }: Credential, url: string): Promise<Finding> {
  if (kind === 'none')
    return { isGood: false, text: `no credential for ${url}`, todo: `svc login ${url}, or set SVC_API_KEY` }
  const credential = kind === 'key' ? `the API key of ${name}` : `the sign-in of the profile ${name}`
  try {
    await client.alerts.list({ limit: 1 }, { timeoutMs: 20_000 }).firstPage()
    return { isGood: true, text: `${credential} is valid` }
  } catch (error) {
    const { status, message } = error as Partial<Problem> & Error
    if (status === 401) return refused(credential, kind, url)
    if (status === 403) return { isGood: true, text: `${credential} is valid, but may not read alerts` }
    const todo = 'repair what is down first; the log of the API has the reason'
    return { isGood: false, text: `${credential} could not be checked: ${message}`, todo }
  }
}

function refused(credential: string, kind: 'key' | 'profile', url: string): Finding {
  return kind === 'key'
    ? {
        isGood: false,
        text: `${credential} is refused: it has expired or was revoked, or belongs to another installation`,
        todo: 'create another one: svc api-keys create as a signed-in user, or in the console under Access',
      }
    : { isGood: false, text: `${credential} has expired`, todo: `svc login ${url}` }
}
