/**
 * Finds the client of a request that the console passes on. The console sends a token known only to it and the API, and
 * the API then trusts it as the first proxy, whatever its address. Apart from it only `SVC_TRUSTED_PROXIES` are
 * trusted.
 */
import proxyAddr from '@fastify/proxy-addr'
import { sameSecret } from '../../platform/same-secret.ts'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp } from '../rest/api-app.ts'

export const CONSOLE_TOKEN_HEADER = 'x-svc-console-token'

/** Registered before everything that reads an address: the rate limits, the audit log, the log of requests. */
export function consoleClientPlugin(app: ApiApp, { trustedProxies, consoleToken, log }: ApiDeps): void {
  const isTrusted = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    const shown = request.headers[CONSOLE_TOKEN_HEADER]
    if (shown === undefined) return
    if (consoleToken === null || !sameSecret(String(shown), consoleToken)) {
      if (!hasWarned) log.warn('a request has a console token other than SVC_CONSOLE_TOKEN of this API, ignored')
      hasWarned = true
      return
    }
    const ip = proxyAddr(request.raw, (address, hop) => hop === 0 || isTrusted(address, hop))
    const host = request.headers['x-forwarded-host']
    Object.defineProperty(request, 'ip', { value: ip })
    if (typeof host === 'string') Object.defineProperty(request, 'host', { value: host })
  })
}
