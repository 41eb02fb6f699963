/**
 * Refuses, on saving, a registration that could never be reached. The addresses behind names are checked at each
 * request.
 */
import { passesAirGap } from '../../../platform/egress/air-gap.ts'
import { hostOf, portOf } from '../../../platform/egress/guard.ts'
import { type Reach, requireReachable } from '../../../platform/egress/reach.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isVaulted } from '../../platform/vault/index.ts'
import { TOOL_SERVER_LIMITS } from './limits.ts'

/** The servers as processes of this machine that an operator allows. */
export type Stdio = { readonly isEnabled: boolean; readonly commands: readonly string[] }

/** Throws 422. */
export function checkUrl(text: string, reach: Reach, stdio: Stdio = { isEnabled: false, commands: [] }): void {
  const url = URL.parse(text)
  if (url?.protocol === 'stdio:')
    throw invalid('url', whyNoStdio(text.slice('stdio:'.length).replace(/^\/\//, ''), stdio))
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid('url', 'is an http or https address without user or fragment')
  requireReachable('url', url, reach)
  const isInner = passesAirGap({ enabled: true, allowlist: [] }, hostOf(url), portOf(url))
  if (url.protocol === 'http:' && !isInner) throw invalid('url', 'is https outside of the own network')
}

function whyNoStdio(command: string, { isEnabled, commands }: Stdio): string {
  if (!isEnabled) return 'names the transport stdio, which is off (SVC_MCP_STDIO_ENABLED)'
  if (!commands.includes(command)) return 'names a command that SVC_MCP_STDIO_ALLOWED_COMMANDS does not have'
  return 'names the transport stdio, which this client does not have: unimplemented'
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const HEADER_VALUE = /^[\x20-\x7e]+$/
/** Headers that the connection or the protocol sets itself. */
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

/** Throws 422 without repeating the value. */
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
