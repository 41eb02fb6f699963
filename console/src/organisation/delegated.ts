/** Work in another tenant by delegation: its token replaces the user's own token until it ends or the user leaves. */
import { call } from '../api/call.ts'
import { loadMe } from '../api/client.ts'
import { currentSession, setSession } from '../api/session.ts'

const HOME = 'svc.home'

type Home = { readonly access: string; readonly refresh: string; readonly tenant: string }

/** The user's own tenant while in another one; null at home. */
export function homeTenant(): string | null {
  return read()?.tenant ?? null
}

/** `path` is the page to open there. */
export async function enter(delegationId: string, path = '/'): Promise<void> {
  const { tokens, me } = currentSession()
  if (tokens === null || me === null) return
  const { access_token: access } = await call('POST /api/v1/delegations/{id}/enter', { path: { id: delegationId } })
  sessionStorage.setItem(HOME, JSON.stringify({ ...tokens, tenant: me.tenant_id } satisfies Home))
  // The token cannot be refreshed: when it ends, the user signs in again or returns home.
  await become({ access, refresh: '' }, path)
}

export async function goHome(): Promise<void> {
  const home = read()
  sessionStorage.removeItem(HOME)
  if (home !== null) await become({ access: home.access, refresh: home.refresh }, '/')
}

async function become(tokens: { access: string; refresh: string }, path: string): Promise<void> {
  setSession({ tokens, me: null, isExpired: false })
  await loadMe()
  // Reloads the page, so that data of one tenant is never shown in another.
  location.assign(path)
}

function read(): Home | null {
  try {
    return JSON.parse(sessionStorage.getItem(HOME) ?? 'null') as Home | null
  } catch {
    return null // other code wrote this value
  }
}
