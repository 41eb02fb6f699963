/** `svc doctor`: finds out why an installation does not work for this user, and what to do about it. */
import { type Client, Problem } from '../../typescript/src/index.ts'
import { parseTyped } from './arguments.ts'
import { type Finding, printFindings } from './findings.ts'
import { reasonOf, remedyOf } from './remedies.ts'
import { installationOf } from './run.ts'

/** With a larger deviation the server refuses tokens and signatures. */
const CLOCK_SECONDS_MAX = 60
const TIMEOUT_MS = 10_000

export async function doctor(args: readonly string[]): Promise<number> {
  const { globals } = parseTyped(args, () => false)
  const { url, client } = installationOf(globals)
  const findings = await examineApi(url)
  // The credential is not checked if the API does not answer correctly.
  return printFindings(findings.length === 1 ? findings : [...findings, await credentialOf(client)])
}

/** Returns a single finding if no API answers at the address. */
export async function examineApi(url: string): Promise<Finding[]> {
  const address = `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1/health`
  let response: Response
  try {
    response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    return [unreachable(url, error as Error)]
  }
  const { subsystems, status } = ((await response.json().catch(() => null)) ?? {}) as Partial<Health>
  if (status === undefined || subsystems === undefined)
    return [
      {
        isGood: false,
        text: `what answers at ${url} is not the API of svc (${response.status} for ${address})`,
        todo: 'look at the address and its port: the API has 8000 unless SVC_PORT_OFFSET moves it; a proxy has to pass /api on',
      },
    ]
  const parts = Object.entries(subsystems).map(([name, state]) => subsystemOf(name, state))
  return [{ isGood: true, text: `the API answers: ${status}` }, clockOf(response.headers.get('date')), ...parts]
}

function unreachable(url: string, error: Error): Finding {
  return { isGood: false, text: `${url} does not answer: ${reasonOf(error)}`, todo: remedyOf(error, url) }
}

type Health = { readonly status: string; readonly subsystems: Readonly<Record<string, string>> }

const THERE = 'svc doctor --data DIR on the machine of the installation says more'

/** What to do about a part that the API cannot use. */
const PARTS: Readonly<Record<string, string>> = {
  postgres: `start Postgres again, or look at DATABASE_URL; ${THERE}`,
  clickhouse: `start ClickHouse again, or look at CLICKHOUSE_URL and at its disk; ${THERE}`,
  redis: 'start Redis again, or look at REDIS_URL',
  backbone: `look at KAFKA_BROKERS, or at the disk of the data folder; ${THERE}`,
  credential_keys: 'set SVC_CREDENTIAL_KEY to the key under which the secrets were sealed (docs/operations.md)',
}

function subsystemOf(name: string, state: string): Finding {
  if (state === 'ok') return { isGood: true, text: `${name} is ok` }
  const todo = PARTS[name] ?? `the log of the API has the reason: "a subsystem is down", with ${name}; ${THERE}`
  return { isGood: false, text: `${name} is ${state}`, todo }
}

function clockOf(date: string | null): Finding {
  const apart = Math.round(Math.abs(Date.parse(date ?? '') - Date.now()) / 1000)
  if (Number.isNaN(apart))
    return { isGood: true, text: 'the server does not say its time: the clocks were not compared' }
  if (apart <= CLOCK_SECONDS_MAX) return { isGood: true, text: 'the clocks agree' }
  return { isGood: false, text: `the clocks are ${apart} s apart`, todo: 'set this clock, or that of the server (NTP)' }
}

async function credentialOf(client: Client): Promise<Finding> {
  try {
    await client.alerts.list({ limit: 1 }, { timeoutMs: 20_000 }).firstPage()
    return { isGood: true, text: 'the credential is good' }
  } catch (error) {
    if (!(error instanceof Problem))
      return {
        isGood: false,
        text: `alerts cannot be listed: ${(error as Error).message}`,
        todo: 'look at the log of the API',
      }
    if (error.status === 401)
      return { isGood: false, text: 'the credential is not good', todo: 'svc login, or a new API key' }
    if (error.status === 403) return { isGood: true, text: 'the credential is good, and may not see alerts' }
    return { isGood: false, text: `alerts cannot be listed: ${error.message}`, todo: 'look at the log of the API' }
  }
}
