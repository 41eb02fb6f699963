/** Messages between tabs of one browser about their sessions, and the rule by which one takes the tokens of another. */
export type Tokens = { readonly access: string; readonly refresh: string }

export type SharedSession =
  | { readonly kind: 'ask' }
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'ended'; readonly account: string }

/** Tenant and user of an access token (RFC 7519), which the API alone believes. Empty for one that cannot be read. */
export function accountOf({ access }: Tokens): string {
  try {
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { tenant, sub } = JSON.parse(atob(payload)) as { tenant?: unknown; sub?: unknown }
    return typeof tenant === 'string' && typeof sub === 'string' ? `${tenant} ${sub}` : ''
  } catch {
    return ''
  }
}

/** A tab that has a session of another account keeps it: two accounts stay apart in two tabs. */
export function adopts(own: Tokens | null, theirs: Tokens): boolean {
  if (own === null) return true
  const account = accountOf(own)
  return account !== '' && account === accountOf(theirs) && own.refresh !== theirs.refresh
}
