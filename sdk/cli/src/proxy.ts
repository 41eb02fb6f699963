/** Uses the proxies of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), which Node ignores by default. */
import * as http from 'node:http'

const OWN_MACHINE = 'localhost,127.0.0.1,[::1]'

type Environment = Readonly<Record<string, string | undefined>>

/** Node before 24.14 lacks this function, and uses no proxy unless NODE_USE_ENV_PROXY=1 is set. */
export function useProxyOfEnvironment(env: Environment): void {
  const named = Object.entries(env).filter(([name, value]) => /^(?:https?|no)_proxy$/i.test(name) && value)
  if (!named.some(([name]) => /^http/i.test(name))) return
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (env: Environment) => unknown }
  // An installation on this machine is not behind the proxy, as for Go and browsers.
  const noProxy = [env.no_proxy ?? env.NO_PROXY, OWN_MACHINE].filter(Boolean).join(',')
  setGlobalProxyFromEnv?.({ ...Object.fromEntries(named), no_proxy: noProxy, NO_PROXY: noProxy })
}
