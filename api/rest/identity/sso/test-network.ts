/** The network between the tests of sign-ins and their identity providers: names, TLS, and now and then an attacker. */
import { pino } from 'pino'
import { type Egress, type EgressResponse, openEgress } from '../../../../platform/egress/client.ts'

export type TestNetwork = {
  /** The API's egress: the real client, which resolves names to this machine. */
  readonly egress: Egress
  /** Maps `https://host` to the server at this port from now on. */
  name(host: string, port: number): void
  /** Changes answers of providers on their way to the API; null stops that. */
  tamper(change: Tamper | null): void
  /** Requests of the API to providers, as `GET /path`. */
  readonly requests: string[]
  /** A browser without a memory: follows redirects until one leads to `until`, and answers with it. */
  browse(url: string, until: string): Promise<URL>
}

type Tamper = (path: string, answer: EgressResponse) => Promise<EgressResponse> | EgressResponse

const REDIRECTS_MAX = 10

export function openTestNetwork(): TestNetwork {
  const ports = new Map<string, number>()
  const requests: string[] = []
  let change: Tamper | null = null
  const real = openEgress({
    airGap: { enabled: false, allowlist: [] },
    allowPrivate: true,
    log: pino({ level: 'silent' }),
  })
  const local = (text: string) => {
    const url = new URL(text)
    const port = ports.get(url.host)
    if (port === undefined || url.protocol !== 'https:') throw new Error(`nobody is called ${url.origin} here`)
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': url.host }
    return { path: url.pathname, url: `http://127.0.0.1:${port}${url.pathname}${url.search}`, headers }
  }
  return {
    requests,
    name: (host, port) => void ports.set(host, port),
    tamper: (next) => {
      change = next
    },
    async egress(request) {
      const { path, url, headers } = local(request.url)
      requests.push(`${request.method ?? 'GET'} ${path}`)
      const answer = await real({
        ...{ ...request, url, chosenBy: 'operator' as const },
        headers: { ...request.headers, ...headers },
      })
      return change ? change(path, answer) : answer
    },
    async browse(url, until) {
      const cookies = new Map<string, string>()
      let at = url
      for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
        const { url: here, headers } = local(at)
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(here, { redirect: 'manual', headers: { ...headers, cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null)
          throw new Error(`${at} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
        at = new URL(location, at).href
        if (at.startsWith(until)) return new URL(at)
      }
      throw new Error(`more than ${REDIRECTS_MAX} redirects from ${url}`)
    },
  }
}
