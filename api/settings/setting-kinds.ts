/** Kinds of settings: origins, networks of proxies, and addresses of servers. */
import { isIP } from 'node:net'
import { list, optional, type Setting } from '../../platform/config.ts'

export function origins(name: string, description: string): Setting<readonly string[]> {
  const setting = list(name, description)
  const parse = (value: string) => {
    const found = setting.parse(value)
    for (const origin of found)
      if (!isOrigin(origin)) throw new Error(`origins such as https://soc.example, not ${origin}`)
    return found
  }
  return { ...setting, parse }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** Null when unset. Browsers carry codes and assertions there, so that only this machine may go without TLS. */
export function publicUrl(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
    if (!isSafe || url.origin !== value) throw new Error(`an https origin such as https://soc.example, not ${value}`)
    return value
  }
  return { name, fallback: null, description, parse }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checked here, so that the error names the setting: Fastify would parse the list at each request and fail without
 * naming it.
 */
export function proxies(name: string, description: string): Setting<readonly string[]> {
  const setting = list(name, description)
  const parse = (value: string) => {
    const found = setting.parse(value)
    for (const proxy of found)
      if (!isNetwork(proxy)) throw new Error(`addresses or networks such as 10.0.0.0/8, not ${proxy}`)
    return found
  }
  return { ...setting, parse }
}

/** `/0` would believe everybody, which is no proxy. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/**
 * An address that the operator chooses, so it may be on this machine and use http. It is shown in answers, so it must
 * not contain a secret.
 */
export function serverAddress(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
    if (isPlain && /^https?:$/.test(url.protocol)) return value
    throw new Error('an address such as http://ollama:11434/v1, without user, query or fragment')
  }
  return { ...optional(name, description), parse }
}

/** The error does not repeat the value, because it contains a password. */
export function smtpUrl(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
      throw new Error('smtp://user:password@host:587 or smtps://user:password@host:465')
    return value
  }
  return { ...optional(name, description), parse }
}
