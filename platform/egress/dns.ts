/** DNS queries for names that svc does not connect to. */
import { Resolver } from 'node:dns/promises'
import { AppError } from '../errors.ts'
import { type AirGap, passesAirGap } from './air-gap.ts'

export type NameRecords = {
  readonly a: readonly string[]
  readonly aaaa: readonly string[]
  readonly mx: readonly string[]
  readonly ns: readonly string[]
  /** Number of records beyond the bound of each kind. */
  readonly left_out: number
}

export type Dns = {
  /** Addresses of the name servers that are asked. */
  readonly servers: readonly string[]
  /**
   * Null when the name does not exist. Throws `forbidden` for a name outside of the air gap, `unavailable` when no
   * server answers.
   */
  readonly recordsOf: (name: string) => Promise<NameRecords | null>
  /** Names of an address; empty when it has none. */
  readonly namesOf: (address: string) => Promise<{ readonly names: readonly string[]; readonly left_out: number }>
}

const TIMEOUT_MS = 2_000
const TRIES = 2
/**
 * Records returned of each kind; further ones are only counted.
 * @bound DNS records of each kind from a lookup -> further ones are left out
 */
const RECORDS_MAX = 50

/** With empty `servers` the system's servers are used. */
export function openDns(airGap: AirGap, servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  const gate = (host: string) => {
    if (!passesAirGap(airGap, host, 53)) throw new AppError('forbidden', `${host} is outside of the air gap`)
  }
  const answersOf = async <T>(question: Promise<readonly T[]>): Promise<readonly T[] | null> => {
    try {
      return await question
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException
      if (code === 'ENOTFOUND') return null
      if (code === 'ENODATA') return []
      throw new AppError('unavailable', `the name server does not answer: ${code}`, { cause })
    }
  }
  return {
    servers: resolver.getServers(),
    async recordsOf(name) {
      gate(name)
      const [a, aaaa, mx, ns] = await Promise.all([
        answersOf(resolver.resolve4(name)),
        answersOf(resolver.resolve6(name)),
        answersOf(resolver.resolveMx(name).then((all) => all.map(({ exchange }) => exchange))),
        answersOf(resolver.resolveNs(name)),
      ])
      if (a === null && aaaa === null && mx === null && ns === null) return null
      const lists = { a: a ?? [], aaaa: aaaa ?? [], mx: mx ?? [], ns: ns ?? [] }
      const left_out = Object.values(lists).reduce((sum, { length }) => sum + Math.max(0, length - RECORDS_MAX), 0)
      const shown = (list: readonly string[]) => list.slice(0, RECORDS_MAX)
      return { a: shown(lists.a), aaaa: shown(lists.aaaa), mx: shown(lists.mx), ns: shown(lists.ns), left_out }
    },
    async namesOf(address) {
      gate(address)
      const names = (await answersOf(resolver.reverse(address))) ?? []
      return { names: names.slice(0, RECORDS_MAX), left_out: Math.max(0, names.length - RECORDS_MAX) }
    },
  }
}
