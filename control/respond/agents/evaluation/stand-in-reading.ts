/** The parts of a prompt that the stand-in model reads: entries, events, and command lines that it holds suspicious. */

export type ShownEntry = { readonly entry: number; readonly about: string; readonly says: unknown }
export type ShownEvent = Readonly<Record<string, unknown>> & { readonly uid: string; readonly host?: string }

/** The untrusted part of a prompt: a list of entries, or tools and entries. */
export function shownIn(user: string): readonly ShownEntry[] {
  const [, inner = '[]'] = /<untrusted-[0-9a-f]{24}>\n([\s\S]*)\n<\/untrusted-[0-9a-f]{24}>/.exec(user) ?? []
  const value: unknown = JSON.parse(inner)
  const list = Array.isArray(value) && Array.isArray(value[1]) && value.length === 2 ? value[1] : value
  return (Array.isArray(list) ? list : []).filter(isEntry)
}

function isEntry(value: unknown): value is ShownEntry {
  return value !== null && typeof value === 'object' && 'entry' in value && 'about' in value
}

/** Every object with a uid, however deep. */
export function eventsIn(value: unknown): ShownEvent[] {
  if (Array.isArray(value)) return value.flatMap(eventsIn)
  if (value === null || typeof value !== 'object') return []
  const own = 'uid' in value && typeof value.uid === 'string' ? [value as ShownEvent] : []
  return [...own, ...Object.values(value).flatMap(eventsIn)]
}

/** A handful of well-known doings. What else there is it does not know. */
const SUSPICIOUS =
  /minidump|mimikatz|sekurlsa|vssadmin\S*\s+delete|wbadmin\s+delete|-enc\s|-encodedcommand|certutil\S*\s+-urlcache|reg\S*\s+save\s+hklm|wevtutil\S*\s+cl\b|\/dev\/tcp\/|\bnc\S*\s+-e|curl[^|]*\|\s*(?:ba)?sh|rclone\s+copy|psexesvc|procdump\S*\s+-ma|bcdedit\S*\s+\/set|lsass\.dmp|chmod\s+\+s|authorized_keys|DeleteTrail|StopLogging|AttachUserPolicy|dcsync/i

export function isSuspicious(event: ShownEvent): boolean {
  return Object.entries(event).some(
    ([name, value]) => name !== 'uid' && typeof value === 'string' && SUSPICIOUS.test(value),
  )
}
