import type { Schemas } from '../api/client.ts'

type Kind = Schemas['IocCreate']['ioc_type']

const HASHES: Readonly<Record<number, Kind>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** The indicator kind of a value; null for a value that is no indicator, such as an internal host. */
export function indicatorKind(field: string, value: string): Kind | null {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value) || /^(?=.*:)[0-9a-f:.]{3,45}$/i.test(value)) return 'ip'
  if (/^[0-9a-f]+$/i.test(value) && HASHES[value.length]) return HASHES[value.length] ?? null
  if (/^https?:\/\//i.test(value)) return 'url'
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return 'email'
  if (/domain|hostname$/.test(field) && field !== 'device.hostname' && /^[\w-]+(?:\.[\w-]+)+$/.test(value))
    return 'domain'
  if (/user_agent/.test(field)) return 'user_agent'
  if (/(?:process_name|parent_name|file\.name|process\.name)$/.test(field)) return 'filename'
  return null
}
