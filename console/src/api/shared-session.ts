/** Messages between the tabs of a browser about their sessions, and the rule for adopting another tab's tokens. */
export type Tokens = { readonly access: string; readonly refresh: string }

export type SharedSession =
  | { readonly kind: 'ask' }
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'ended'; readonly account: string }

/**
 * Tenant and user of an access token (RFC 7519), for display and comparison only: the API alone verifies it. Empty for
 * an unreadable token.
 */
export function accountOf({ access }: Tokens): string {
  try {
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { tenant, sub } = JSON.parse(atob(payload)) as { tenant?: unknown; sub?: unknown }
    return typeof tenant === 'string' && typeof sub === 'string' ? `${tenant} ${sub}` : ''
  } catch {
    return ''
  }
}

/** A tab keeps the session of its own account, so that two tabs can use two accounts. */
export function adopts(own: Tokens | null, theirs: Tokens): boolean {
  if (own === null) return true
  const account = accountOf(own)
  return account !== '' && account === accountOf(theirs) && own.refresh !== theirs.refresh
}
