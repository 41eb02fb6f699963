/** Working in another tenant by delegation: its token takes the place of one's own until it ends or is left. */
import { call } from '../api/call.ts'
import { loadMe } from '../api/client.ts'
import { currentSession, setSession } from '../api/session.ts'

const HOME = 'svc.home'

type Home = { readonly access: string; readonly refresh: string; readonly tenant: string }

/** The tenant that one came from; null when one is at home. */
export function homeTenant(): string | null {
  return read()?.tenant ?? null
}

/** `path`: the page to open there. */
export async function enter(delegationId: string, path = '/'): Promise<void> {
  const { tokens, me } = currentSession()
  if (tokens === null || me === null) return
  const { access_token: access } = await call('POST /api/v1/delegations/{id}/enter', { path: { id: delegationId } })
  sessionStorage.setItem(HOME, JSON.stringify({ ...tokens, tenant: me.tenant_id } satisfies Home))
  // It cannot be refreshed: when it ends one is asked to sign in again, or goes home.
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
  // Nothing that was read in one tenant is shown in another.
  location.assign(path)
}

function read(): Home | null {
  try {
    return JSON.parse(sessionStorage.getItem(HOME) ?? 'null') as Home | null
  } catch {
    return null // written by something else
  }
}
