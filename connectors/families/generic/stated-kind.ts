/** The kind of an event, if a member states it plainly: `type: dns`, `event_type: http`. */

export type StatedKind = 'dns' | 'http' | 'network'

const KINDS: ReadonlyMap<string, StatedKind> = new Map<string, StatedKind>([
  ...listed(
    'dns',
    'dns dnsquery dnsrequest dnsresponse dnslog dnsevent queryresponse dnsrequests dnsqueries dnsactivity',
  ),
  ...listed(
    'http',
    'http https httprequest web webrequest webaccess url urllog httplog proxy webproxy webfilter urlfilter accesslog',
  ),
  ...listed(
    'network',
    'network flow netflow networkflow conn connection networkconnection connectionevent traffic trafficlog firewall firewalllog packet' +
      ' packetfilter networkactivity networktraffic',
  ),
])

function listed(kind: StatedKind, words: string): [string, StatedKind][] {
  return words.split(' ').map((word) => [word, kind])
}

/** Null if no member is exactly the name of a kind. */
export function statedKind(code: string, kinds: readonly string[]): StatedKind | null {
  for (const kind of [code, ...kinds]) {
    const known = kind.length > LENGTH_MAX ? undefined : KINDS.get(kind.toLowerCase().replace(/[^a-z]/g, ''))
    if (known !== undefined) return known
  }
  return null
}

const LENGTH_MAX = 32
