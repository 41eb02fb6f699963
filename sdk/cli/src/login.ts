/** `svc login`, `svc logout`, `svc profiles`. */
import { stderr, stdin, stdout } from 'node:process'
import { Client, type Tokens } from '../../typescript/src/index.ts'
import { parseTyped, refuseOthers } from './arguments.ts'
import { forgetProfile, keepProfile, readProfiles, useProfile } from './profiles.ts'
import { lineOfInput, promptFor } from './prompt.ts'
import { installationOf } from './run.ts'
import { UsageError } from './usage-error.ts'

export async function login(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, () => false)
  refuseOthers('svc login', typed, 1, ['email'])
  const { globals, positional, flags } = typed
  const url = positional[0] ?? globals.apiUrl ?? process.env.SVC_API_URL
  if (url === undefined) throw new UsageError('give the address of the installation: svc login URL')
  if (!URL.canParse(url)) throw new UsageError(`not an address: ${url}`)
  const name = globals.profile ?? new URL(url).host.replace(/[^\w.-]/g, '-')
  if (globals.apiKey !== undefined) {
    const apiKey = globals.apiKey === '-' ? await lineOfInput() : globals.apiKey
    await new Client({ baseUrl: url, apiKey }).alerts.list({ limit: 1 }).firstPage().catch(unlessForbidden)
    keepProfile(name, { url, apiKey })
  } else {
    const email = String(flags.get('email')?.at(-1) ?? (await promptForEmail()))
    const password = stdin.isTTY ? await promptFor('Password: ', true) : await lineOfInput()
    let tokens: Tokens | undefined
    const onTokens = (fresh: Tokens) => {
      tokens = fresh
    }
    await new Client({ baseUrl: url, email, password, onTokens }).signIn()
    if (!tokens) throw new Error('the server sent no tokens')
    const { accessToken, refreshToken } = tokens
    keepProfile(name, { url, email, accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) })
  }
  stderr.write(`signed in to ${url} as profile ${name}\n`)
  return 0
}

function promptForEmail(): Promise<string> {
  if (!stdin.isTTY) throw new UsageError('--email is required without a terminal')
  return promptFor('Email: ')
}

export async function logout(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, () => false)
  refuseOthers('svc logout', typed, 0)
  const { globals } = typed
  const { current, profiles } = readProfiles()
  const name = globals.profile ?? current
  const profile = name === null ? undefined : profiles[name]
  if (name === null || !profile) throw new UsageError('you are not signed in')
  const { url, accessToken } = profile
  if (accessToken !== undefined)
    await new Client({ baseUrl: url, accessToken, maxRetries: 0, timeoutMs: 5_000 }).auth
      .logout()
      .catch((error: Error) => stderr.write(`the session could not be ended on the server: ${error.message}\n`))
  forgetProfile(name)
  stderr.write(`signed out of ${url}\n`)
  return 0
}

/** `--profile` is the user's own profile, at home. */
export async function enter(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, () => false)
  refuseOthers('svc enter', typed, 1)
  const { globals, positional } = typed
  const [tenant] = positional
  if (tenant === undefined) throw new UsageError('give the tenant: svc enter TENANT')
  const { current, profiles } = readProfiles()
  const named = globals.profile ?? current
  const home = named === null ? null : (profiles[named]?.home ?? named)
  if (home === tenant) throw new UsageError(`${tenant} is the name of your own profile: sign in under another one`)
  const { client, url } = installationOf({ ...globals, ...(home === null ? {} : { profile: home }) })
  for await (const { id, tenant_id, revoked_at, expires_at } of client.delegations.list()) {
    if (tenant_id !== tenant || revoked_at !== null || Date.parse(expires_at) <= Date.now()) continue
    const { access_token: accessToken, role } = await client.delegations.enter(id)
    keepProfile(tenant, { url, accessToken, ...(home === null ? {} : { home }) })
    stderr.write(`in ${tenant} as ${role}, as profile ${tenant}\n`)
    return 0
  }
  throw new UsageError(`you have no delegation into ${tenant}: svc delegations list`)
}

export function listProfiles(args: readonly string[]): number {
  const typed = parseTyped(args, () => false)
  const [action, name] = typed.positional
  refuseOthers('svc profiles', typed, action === 'use' ? 2 : 0)
  if (action === 'use') {
    if (name === undefined) throw new UsageError('give the name of a profile: svc profiles use NAME')
    useProfile(name)
    return 0
  }
  const { current, profiles } = readProfiles()
  if (Object.keys(profiles).length === 0) stderr.write('you are not signed in anywhere: svc login URL\n')
  for (const [own, { url, email, home }] of Object.entries(profiles)) {
    const credential = email ?? (home === undefined ? 'API key' : `delegation of ${home}`)
    const isCurrent = own === current
    if (typed.globals.json) stdout.write(`${JSON.stringify({ name: own, url, credential, current: isCurrent })}\n`)
    else stdout.write(`${isCurrent ? '*' : ' '} ${own}\t${url}\t${credential}\n`)
  }
  return 0
}

/** Ignores a 403: a valid key may lack the permission to read alerts. */
function unlessForbidden(error: { status?: number }): void {
  if (error.status !== 403) throw error
}
