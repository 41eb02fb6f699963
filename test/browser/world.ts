/** An installation with a tenant, its administrator, and alerts of every kind of text. */
import { Instance } from '../e2e/instance.ts'
import type { Account } from './visitor.ts'

export const TENANT = 'acme'

/** Text that a careless page would run, turn around or fill up with. */
export const HOSTILE = [
  '<img src=x onerror=alert(1)><script>alert(2)</script>',
  'invoice\u202Efdp.exe \u2066hidden\u2069',
  `a long one ${'x'.repeat(280)}`,
] as const

type Post = (path: string, body: unknown) => Promise<Record<string, unknown>>

export type World = {
  readonly instance: Instance
  readonly admin: Account
  readonly post: Post
  /** Another administrator: the API counts the requests of each, and refuses more than a hundred a minute. */
  anotherAdmin(name: string): Promise<{ readonly account: Account; readonly post: Post }>
}

export async function openWorld(): Promise<World> {
  const instance = await Instance.start()
  // The console is built at the first request for it, which takes longer than a browser waits for a page.
  await (await fetch(instance.file().consoleUrl)).text()
  const anotherAdmin = (name: string) => bootstrapped(instance, `${name}@${TENANT}.example`)
  const { account, post } = await anotherAdmin('admin')
  return { instance, admin: account, post, anotherAdmin }
}

async function bootstrapped(instance: Instance, email: string): Promise<{ account: Account; post: Post }> {
  const once = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', TENANT)).trim()
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json().catch(() => ({}))) as Record<string, unknown>
  }
  const token = String((await send('POST', '/auth/login', { email, password: once })).access_token)
  const password = `${once}-of-its-owner`
  await send('PUT', '/users/me/password', { current_password: once, new_password: password }, token)
  return { account: { email, password }, post: (path, body) => send('POST', path, body, token) }
}
