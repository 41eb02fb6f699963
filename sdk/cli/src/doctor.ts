/** `svc doctor`: what keeps an installation from working for this person, and what to do about it. */
import { stdout } from 'node:process'
import { type Client, Problem } from '../../typescript/src/index.ts'
import { parseTyped } from './arguments.ts'
import { installationOf } from './run.ts'

/** Tokens and signatures are refused past it. */
const CLOCK_SECONDS_MAX = 60
const TIMEOUT_MS = 10_000

type Finding = { readonly isGood: boolean; readonly text: string; readonly todo?: string }

export async function doctor(args: readonly string[]): Promise<number> {
  const { globals } = parseTyped(args, () => false)
  const { url, client } = installationOf(globals)
  const findings: Finding[] = []
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/v1/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { subsystems = {}, status } = (await response.json()) as Health
    findings.push({ isGood: true, text: `the API answers: ${status}` }, clockOf(response.headers.get('date')))
    findings.push(...Object.entries(subsystems).map(([name, state]) => subsystemOf(name, state)))
    findings.push(await credentialOf(client))
  } catch (error) {
    findings.push({
      isGood: false,
      text: `the API does not answer: ${(error as Error).message}`,
      todo: 'look at the address, at the network between, and whether svc up runs',
    })
  }
  for (const { isGood, text, todo } of findings)
    stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${text}${todo ? `\n     do: ${todo}` : ''}\n`)
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}

type Health = { readonly status: string; readonly subsystems?: Readonly<Record<string, string>> }

function subsystemOf(name: string, state: string): Finding {
  if (state === 'ok') return { isGood: true, text: `${name} is ok` }
  return { isGood: false, text: `${name} is ${state}`, todo: `look at the log of ${name}, and at docs/operations.md` }
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
    if (!(error instanceof Problem)) throw error
    if (error.status === 401)
      return { isGood: false, text: 'the credential is not good', todo: 'svc login, or a new API key' }
    if (error.status === 403) return { isGood: true, text: 'the credential is good, and may not see alerts' }
    return { isGood: false, text: `alerts cannot be listed: ${error.message}`, todo: 'look at the log of the API' }
  }
}
