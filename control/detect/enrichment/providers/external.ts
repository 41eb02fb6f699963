/** Knowledge of others: registries over RDAP (RFC 9082, 9083), the domain name system, and sandboxes. */
import { addressClass } from '../../../../platform/egress/addresses.ts'
import type { AirGap } from '../../../../platform/egress/air-gap.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import type { Dns } from '../../../../platform/egress/dns.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isMembers } from '../../../../platform/members.ts'
import { storable } from '../../../../platform/storable.ts'
import { requireRegion, withinRegion } from '../../../platform/governance/index.ts'
import { lookUp, offeredProviders, type SandboxSettings } from '../../sandbox/index.ts'
import type { Data, Provider } from '../provider.ts'

const DAY_MS = 86_400_000
const OUTSIDE_MS = 8_000
const ANSWER_BYTES = 1 << 20
const ENTITIES_MAX = 10

/** `url` is a server that redirects to the right registry, such as https://rdap.org; null disables the provider. */
export function rdapProvider(egress: Egress, url: string | null): Provider {
  return {
    ...{ name: 'rdap', kinds: new Set(['ip', 'domain'] as const), keepMs: DAY_MS, timeoutMs: OUTSIDE_MS },
    async ask({ inTenant }, { kind, value }) {
      if (url === null) throw new AppError('unavailable', 'SVC_RDAP_URL is not set')
      if (kind === 'ip' && addressClass(value) !== 'public') return null
      const answer = await withinRegion(
        inTenant,
        egress,
        'feed',
      )({
        url: `${url.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(kind === 'ip' ? value : registered(value))}`,
        ...{ headers: { accept: 'application/rdap+json' }, chosenBy: 'operator' },
        ...{ timeoutMs: OUTSIDE_MS, responseBytesMax: ANSWER_BYTES },
      })
      if (answer.status === 404) return null
      if (answer.status !== 200) throw new AppError('unavailable', `it answered with status ${answer.status}`)
      return rdapData(jsonOf(answer.body))
    },
  }
}

/** Registries know registered names only; without a list of public suffixes the last two labels are used. */
function registered(name: string): string {
  const labels = name.split('.')
  const isShort = (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3
  return labels.slice(isShort ? -3 : -2).join('.')
}

function jsonOf(body: Buffer): unknown {
  try {
    return storable(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new AppError('unavailable', 'it answered with something that is not JSON', { cause })
  }
}

function rdapData(answer: unknown): Data {
  if (!isMembers(answer)) throw new AppError('unavailable', 'it answered with no object')
  const entities = listOf(answer.entities)
  const dated = (action: string) =>
    listOf(answer.events).find((event) => event.eventAction === action)?.eventDate ?? null
  return {
    ...{ handle: answer.handle ?? null, name: answer.name ?? answer.ldhName ?? null, country: answer.country ?? null },
    ...{ registered_at: dated('registration'), changed_at: dated('last changed'), expires_at: dated('expiration') },
    status: Array.isArray(answer.status) ? answer.status : [],
    network: answer.startAddress === undefined ? null : `${answer.startAddress} - ${answer.endAddress}`,
    entities: entities.slice(0, ENTITIES_MAX).map(entityData),
    left_out: Math.max(0, entities.length - ENTITIES_MAX),
  }
}

function entityData(entity: Readonly<Record<string, unknown>>): Data {
  const card = Array.isArray(entity.vcardArray) && Array.isArray(entity.vcardArray[1]) ? entity.vcardArray[1] : []
  const line = (name: string) =>
    (card as unknown[]).find((one): one is unknown[] => Array.isArray(one) && one[0] === name)?.[3]
  return { roles: entity.roles ?? [], name: line('fn') ?? null, email: line('email') ?? null }
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMembers) : []
}

/** Null: the operator asks no name servers about values of tenants. */
export function dnsProvider(dns: Dns | null): Provider {
  return {
    ...{ name: 'dns', kinds: new Set(['ip', 'domain'] as const), keepMs: 3_600_000, timeoutMs: OUTSIDE_MS },
    async ask({ inTenant }, { kind, value }) {
      if (dns === null) throw new AppError('unavailable', 'SVC_ENRICH_DNS is off')
      for (const server of dns.servers) await requireRegion(inTenant, 'feed', server)
      if (kind === 'domain') return dns.recordsOf(value)
      const found = await dns.namesOf(value)
      return found.names.length === 0 ? null : found
    },
  }
}

/** Looks a hash up, within the regions of the tenant; nothing is ever sent but the hash. */
export function sandboxProvider(settings: SandboxSettings, egress: Egress, airGap: AirGap): Provider {
  return {
    ...{ name: 'sandbox', kinds: new Set(['hash'] as const), keepMs: DAY_MS / 4, timeoutMs: OUTSIDE_MS },
    async ask({ inTenant }, { value }) {
      if (value.length !== 64) throw new AppError('unavailable', 'sandboxes know files by their SHA-256 alone')
      const sandboxes = offeredProviders(settings, withinRegion(inTenant, egress, 'sandbox'), airGap)
      const able = sandboxes.filter(({ name, provider }) => provider !== null && name !== 'mock')
      if (able.length === 0) {
        const why = sandboxes.flatMap(({ name, excluded }) => (excluded === null ? [] : [`${name}: ${excluded}`]))
        throw new AppError('unavailable', why.join('; ') || 'no sandbox is configured')
      }
      const found = await Promise.all(able.map((offered) => lookUp(offered, value)))
      const reports = found.flatMap(({ provider, report }) => (report === null ? [] : [{ provider, report }]))
      if (reports.length > 0) return { reports }
      const failed = found.filter(({ outcome }) => outcome === 'could_not_check')
      if (failed.length === 0) return null
      throw new AppError('unavailable', failed.map(({ provider, detail }) => `${provider}: ${detail}`).join('; '))
    },
  }
}
