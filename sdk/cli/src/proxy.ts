/** Uses the proxies of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), which Node ignores by default. */
import * as http from 'node:http'
import process from 'node:process'

const OWN_MACHINE = 'localhost,127.0.0.1,[::1]'

type Environment = Readonly<Record<string, string | undefined>>

const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (env: Environment) => unknown }

const namesProxy = (env: Environment) =>
  Object.entries(env).find(([name, value]) => /^https?_proxy$/i.test(name) && value)?.[0]

/** A line for a failed connection if the environment names a proxy, and this Node uses none. */
export function unusedProxy(env: Environment, canUse = setGlobalProxyFromEnv !== undefined): string[] {
  const name = namesProxy(env)
  if (name === undefined || canUse || env.NODE_USE_ENV_PROXY === '1') return []
  return [`${name} is set, but Node ${process.versions.node} does not use it: Node 24.14 and later do`]
}

/** Node before 24.14 lacks the function for this, and uses no proxy unless NODE_USE_ENV_PROXY=1 is set. */
export function useProxyOfEnvironment(env: Environment): void {
  if (namesProxy(env) === undefined) return
  const named = Object.entries(env).filter(([name, value]) => /^(?:https?|no)_proxy$/i.test(name) && value)
  // An installation on this machine is not behind the proxy, as for Go and browsers.
  const noProxy = [env.no_proxy ?? env.NO_PROXY, OWN_MACHINE].filter(Boolean).join(',')
  setGlobalProxyFromEnv?.({ ...Object.fromEntries(named), no_proxy: noProxy, NO_PROXY: noProxy })
}
