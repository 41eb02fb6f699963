/** What of a registration could never be asked, said when it is saved. What names lead to is judged at each request. */
import { addressClass } from '../../platform/egress/addresses.ts'
import { type AirGap, passesAirGap } from '../../platform/egress/air-gap.ts'
import { hostOf, portOf } from '../../platform/egress/guard.ts'
import { invalid } from '../../platform/invalid-input.ts'
import { isVaulted } from '../vault/index.ts'
import { TOOL_SERVER_LIMITS } from './limits.ts'

export type Reach = { readonly airGap: AirGap; readonly allowPrivate: boolean }

const WITHIN_ITSELF = new Set(['loopback', 'link_local', 'metadata', 'reserved'])

/** Throws 422. */
export function checkUrl(text: string, { airGap, allowPrivate }: Reach): void {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid('url', 'is an http or https address without user or fragment')
  const [host, port] = [hostOf(url), portOf(url)]
  const found = addressClass(host)
  if (host === 'localhost' || host.endsWith('.localhost') || WITHIN_ITSELF.has(found ?? ''))
    throw invalid('url', 'is an address that no tenant is connected to')
  if (found === 'private' && !allowPrivate) throw invalid('url', 'is in a private network, which is not allowed here')
  if (!passesAirGap(airGap, host, port)) throw invalid('url', `${host} is outside of the air gap`)
  const isInner = passesAirGap({ enabled: true, allowlist: [] }, host, port)
  if (url.protocol === 'http:' && !isInner) throw invalid('url', 'is https outside of the own network')
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const HEADER_VALUE = /^[\x20-\x7e]+$/
/** What the connection or the protocol says itself. */
const OURS = new Set([
  ...[
    'host',
    'connection',
    'content-length',
    'content-type',
    'transfer-encoding',
    'upgrade',
    'accept',
    'te',
    'trailer',
  ],
  ...['accept-encoding', 'expect', 'mcp-session-id', 'mcp-protocol-version', 'proxy-authorization'],
])

/** Throws 422, and never says the value. */
export function checkCredential(credential: Readonly<Record<string, string>>): void {
  const headers = Object.entries(credential)
  if (headers.length > TOOL_SERVER_LIMITS.headers)
    throw invalid('credential', `has at most ${TOOL_SERVER_LIMITS.headers} headers`)
  const names = headers.map(([name]) => name.toLowerCase())
  if (new Set(names).size < names.length) throw invalid('credential', 'has a header twice')
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name) || OURS.has(name.toLowerCase()))
      throw invalid('credential', `${JSON.stringify(name.slice(0, 100))} is no header that can be set`)
    if (!HEADER_VALUE.test(value) || value.length > TOOL_SERVER_LIMITS.headerChars || isVaulted(value))
      throw invalid('credential', `the value of ${name} is no value of a header`)
  }
}
