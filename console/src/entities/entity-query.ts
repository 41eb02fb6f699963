/** The search query for all events of an entity. */

export type EntityKind = 'user' | 'host' | 'ip' | 'domain'

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:)[0-9a-f:.]{3,45})$/i
const FIELDS: Readonly<Record<EntityKind, readonly string[]>> = {
  ip: ['src_ip', 'dst_ip'],
  user: ['user', 'target_user'],
  host: ['host'],
  domain: ['domain'],
}

/** Without a known kind, the query accepts any kind. */
export function entityQuery(entity: string, kind: EntityKind | null): string {
  const value = `"${entity.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const fields = kind !== null ? FIELDS[kind] : IP.test(entity) ? FIELDS.ip : [...FIELDS.host, ...FIELDS.user]
  return fields.map((field) => `${field}:${value}`).join(' OR ')
}

/** The kind of an entity that no alert names, by its format; a bare name is taken for a host. */
export function guessedKind(entity: string): EntityKind {
  if (IP.test(entity)) return 'ip'
  return /[@\\\s]/.test(entity) ? 'user' : 'host'
}

/** `ws5` for `ws5.corp.example`; null for text that is no host name, such as an address. */
export function shortHost(entity: string): string | null {
  const [first = ''] = entity.split('.')
  return IP.test(entity) || !/^[\w-]{1,63}$/.test(first) || /[@\\\s]/.test(entity) ? null : first.toLowerCase()
}

/** Other names that probably belong to the same host: one name is the other with its domain. */
export function likelySame(entity: string, names: readonly string[]): readonly string[] {
  const short = shortHost(entity)
  if (short === null) return []
  const own = entity.toLowerCase()
  return names.filter((name) => {
    const other = name.toLowerCase()
    if (other === own || shortHost(name) !== short) return false
    return other.startsWith(`${own}.`) || own.startsWith(`${other}.`)
  })
}
