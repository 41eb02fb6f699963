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

export type World = {
  readonly instance: Instance
  readonly admin: Account
  post(path: string, body: unknown): Promise<Record<string, unknown>>
}

export async function openWorld(): Promise<World> {
  const instance = await Instance.start()
  // The console is built at the first request for it, which takes longer than a browser waits for a page.
  await (await fetch(instance.file().consoleUrl)).text()
  const email = `admin@${TENANT}.example`
  const once = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', TENANT)).trim()
  const ask = async (path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { access_token: token } = await ask('/auth/login', { email, password: once })
  const password = `${once}-of-its-owner`
  const changed = await fetch(`${instance.apiUrl}/api/v1/users/me/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ current_password: once, new_password: password }),
  })
  if (!changed.ok) throw new Error(`the password was not changed: ${changed.status} ${await changed.text()}`)
  return { instance, admin: { email, password }, post: (path, body) => ask(path, body, String(token)) }
}
