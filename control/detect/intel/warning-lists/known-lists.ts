/**
 * Built-in warning lists, which a tenant enables with one request: public resolvers, content delivery networks,
 * reserved networks and names, and popular domains. `version` is the date of the owners' published networks.
 */
import { guessKind } from '../../../../intel/normalise-value.ts'
import type { Entry } from './warning-list-store.ts'

export type KnownList = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: string
  /** A domain also covers its subdomains. */
  readonly entries: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

export const KNOWN_LISTS: readonly KnownList[] = [
  {
    id: 'public-dns',
    name: 'Public DNS resolvers',
    description: 'Addresses of resolvers that anybody may ask: Cloudflare, Google, Quad9, OpenDNS, AdGuard and others.',
    version: '2026-11',
    entries: words(`
      1.1.1.1 1.0.0.1 1.1.1.2 1.0.0.2 1.1.1.3 1.0.0.3 8.8.8.8 8.8.4.4 9.9.9.9 149.112.112.112 9.9.9.10 149.112.112.10
      9.9.9.11 149.112.112.11 208.67.222.222 208.67.220.220 208.67.222.123 208.67.220.123 94.140.14.14 94.140.15.15
      94.140.14.15 94.140.15.16 76.76.2.0 76.76.10.0 185.228.168.9 185.228.169.9 77.88.8.8 77.88.8.1 64.6.64.6 64.6.65.6
      156.154.70.1 156.154.71.1 4.2.2.1 4.2.2.2 4.2.2.3 4.2.2.4 84.200.69.80 84.200.70.40 195.46.39.39 195.46.39.40
      223.5.5.5 223.6.6.6 119.29.29.29 180.76.76.76 114.114.114.114 114.114.115.115 101.101.101.101 101.102.103.104
      2606:4700:4700::1111 2606:4700:4700::1001 2001:4860:4860::8888 2001:4860:4860::8844 2620:fe::fe 2620:fe::9
      2620:119:35::35 2620:119:53::53 2a10:50c0::ad1:ff 2a10:50c0::ad2:ff
      dns.google one.one.one.one dns.quad9.net dns.adguard-dns.com`),
  },
  {
    id: 'cdn-networks',
    name: 'Networks of Cloudflare and Fastly',
    description:
      'Networks that many sites share, so an address in them identifies no site. From the lists that both publish.',
    version: '2026-11',
    entries: words(`
      173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 108.162.192.0/18 190.93.240.0/20
      188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 162.158.0.0/15 104.16.0.0/13 104.24.0.0/14 172.64.0.0/13
      131.0.72.0/22 2400:cb00::/32 2606:4700::/32 2803:f800::/32 2405:b500::/32 2405:8100::/32 2a06:98c0::/29 2c0f:f248::/32
      23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20 140.248.64.0/18
      140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17 167.82.128.0/20 167.82.160.0/20
      167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21 199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32`),
  },
  {
    id: 'reserved',
    name: 'Reserved networks and names',
    description:
      'Networks of RFC 6890 and names of RFC 2606 and RFC 6761, which are reserved and belong to no one on the Internet.',
    version: 'RFC 6890, RFC 2606',
    entries: words(`
      10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15
      198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 fc00::/7 fe80::/10 ff00::/8 2001:db8::/32
      example.com example.net example.org`),
  },
  {
    id: 'top-domains',
    name: 'Domains that everybody visits',
    description:
      'Domains of the largest services, with the names below them. A page of theirs may still be bad: URLs are not covered.',
    version: '2026-11',
    entries: words(`
      google.com googleapis.com gstatic.com googleusercontent.com google-analytics.com googletagmanager.com gmail.com youtube.com
      ytimg.com doubleclick.net android.com microsoft.com windows.com windowsupdate.com office.com office365.com
      microsoftonline.com live.com outlook.com msn.com bing.com skype.com azure.com sharepoint.com visualstudio.com
      apple.com icloud.com mzstatic.com amazon.com amazonaws.com media-amazon.com cloudfront.net facebook.com fbcdn.net
      instagram.com whatsapp.com whatsapp.net x.com twitter.com twimg.com linkedin.com licdn.com netflix.com nflxvideo.net
      akamai.net akamaiedge.net akamaihd.net cloudflare.com cloudflare-dns.com fastly.net github.com githubusercontent.com
      gitlab.com wikipedia.org wikimedia.org mozilla.org mozilla.net firefox.com adobe.com zoom.us slack.com dropbox.com
      salesforce.com oracle.com ibm.com cisco.com vmware.com intel.com nvidia.com paypal.com ebay.com reddit.com redd.it
      spotify.com tiktok.com yahoo.com duckduckgo.com yandex.ru baidu.com qq.com samsung.com debian.org ubuntu.com
      npmjs.org npmjs.com pypi.org docker.com docker.io digicert.com letsencrypt.org lencr.org verisign.com sectigo.com ntp.org`),
  },
]

export function entriesOfKnownList({ entries }: KnownList): Entry[] {
  return entries.flatMap((text) => {
    const found = guessKind(text)
    return found === null ? [] : [{ ...found, isHost: found.kind === 'domain' }]
  })
}
