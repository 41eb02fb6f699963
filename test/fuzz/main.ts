/**
 * Runs a public fuzzer over the whole API of a fresh installation: `npm run fuzz:api -- [--seconds 240] [--seed N]`. It
 * needs Python 3. Exits with status 1 if a response has status 500 or above, or is not described in the OpenAPI
 * document.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Instance } from '../e2e/instance.ts'
import { ensureSchemathesis, fuzz } from './schemathesis.ts'

const EMAIL = 'fuzz@example.com'
const TENANT = 'fuzz'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const program = ensureSchemathesis((line) => void process.stderr.write(`${line}\n`))
const instance = await Instance.start({ SVC_BUILTIN_RULES: '0', SVC_PUBLIC_URL: 'https://soc.example' })
try {
  const seconds = Number(values.seconds ?? 240)
  const document = path.join(path.dirname(instance.dir), 'openapi.json')
  fs.writeFileSync(document, JSON.stringify(await keyOnly()))
  const seed = values.seed === undefined ? {} : { seed: values.seed }
  process.exitCode = fuzz(program, { document, url: instance.apiUrl, key: await apiKey(), seconds, ...seed })
} finally {
  await instance.remove()
}

/**
 * The document without bearer tokens: for an operation that accepts either, the fuzzer would send an invented token
 * beside the key, and get only 401.
 */
async function keyOnly(): Promise<unknown> {
  const text = await (await fetch(`${instance.apiUrl}/openapi.json`)).text()
  return JSON.parse(text, (name, value: unknown) => {
    if (name === 'securitySchemes') return { apiKey: (value as { apiKey: unknown }).apiKey }
    if (name === 'security' && Array.isArray(value)) return value.filter((one: object) => !('bearer' in one))
    return value
  })
}

async function apiKey(): Promise<string> {
  const password = (await instance.svc('admin', 'bootstrap', '--email', EMAIL, '--tenant', TENANT)).trim()
  const { access_token: token } = await post<{ access_token: string }>('auth/login', { email: EMAIL, password })
  const made = await post<{ key: string }>(
    'api-keys',
    { name: 'fuzz', scopes: ['*'] },
    { authorization: `Bearer ${token}` },
  )
  return made.key
}

async function post<T>(route: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${instance.apiUrl}/api/v1/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
