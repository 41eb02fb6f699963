/**
 * A simulated population of people and machines with some attackers, on which precision, recall and false alarms in
 * `docs/ueba.md` are measured. Rates differ by entity, hour of day and weekday; counts are overdispersed, jobs run on
 * their hour, and entities meet new items now and then.
 */
import type { EntityObservation } from '../../../schemas/entity-observation.ts'
import { HOUR_MS } from './limits.ts'

/** mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Planted = { readonly entity: string; readonly hour: number; readonly metric: string }
export type Population = {
  readonly hours: Iterable<readonly EntityObservation[]>
  readonly planted: readonly Planted[]
}

type Traits = {
  readonly name: string
  readonly rate: number
  readonly peak: number
  readonly isAtWork: boolean
  readonly hosts: number
}

/**
 * Activity that an attacker adds in an hour: guessed passwords, connections to many hosts, new tools, a large upload.
 */
const ATTACKS = [
  { metric: 'failed_logons', isUser: true },
  { metric: 'distinct_hosts', isUser: true },
  { metric: 'new_processes', isUser: false },
  { metric: 'bytes_out', isUser: false },
] as const

export type Size = {
  readonly users: number
  readonly hosts: number
  readonly learnWeeks: number
  readonly days: number
  readonly attacks: number
}

export function populationOf(seed: number, size: Size): Population {
  const random = randomOf(seed)
  const traits = (name: string): Traits => ({
    ...{ name, rate: Math.exp(random() * 3 - 1), peak: 8 + random() * 3, isAtWork: random() < 0.8 },
    hosts: 1 + Math.floor(random() * 5),
  })
  const users = Array.from({ length: size.users }, (_, n) => traits(`user-${n}`))
  const hosts = Array.from({ length: size.hosts }, (_, n) => traits(`host-${n}`))
  const from = size.learnWeeks * 168
  const until = from + size.days * 24
  const planted = Array.from({ length: size.attacks }, (_, n): Planted => {
    const { metric, isUser } = ATTACKS[n % ATTACKS.length] as (typeof ATTACKS)[number]
    const entity = (isUser ? users : hosts)[Math.floor(random() * (isUser ? size.users : size.hosts))] as Traits
    return { entity: entity.name, metric, hour: from + Math.floor(random() * (size.days * 24 - 4)) }
  })
  const plans = Map.groupBy(planted, ({ entity, hour }) => `${entity} ${hour}`)
  function* hours() {
    // Three more hours, so that the last ones are closed.
    for (let hour = 0; hour < until + 3; hour++) {
      yield [
        ...users.map((one) => userHour(one, hour, random, plans.get(`${one.name} ${hour}`))),
        ...hosts.map((one) => hostHour(one, hour, random, plans.get(`${one.name} ${hour}`))),
      ]
    }
  }
  return { hours: { [Symbol.iterator]: hours }, planted }
}

function rateAt({ rate, peak, isAtWork }: Traits, hour: number): number {
  const ofDay = hour % 24
  const isWeekend = Math.floor(hour / 24 + 4) % 7 >= 5
  if (!isAtWork) return rate
  return isWeekend || ofDay < peak || ofDay > peak + 9 ? rate * 0.01 : rate
}

function drawCount(mean: number, random: () => number): number {
  // Overdispersed: a Poisson draw whose mean itself varies from hour to hour.
  const own = mean * Math.exp((random() + random() + random() - 1.5) * 0.9)
  let count = 0
  for (let left = Math.exp(-Math.min(own, 500)), product = random(); product > left; product *= random()) count++
  return count
}

type Plans = readonly Planted[] | undefined
const isPlanned = (plans: Plans, metric: string) => plans?.some((plan) => plan.metric === metric) === true

function userHour(one: Traits, hour: number, random: () => number, plans: Plans): EntityObservation {
  const logons = drawCount(rateAt(one, hour), random)
  const failed =
    drawCount(logons * 0.05, random) + (isPlanned(plans, 'failed_logons') ? 20 + Math.floor(random() * 60) : 0)
  const walked = isPlanned(plans, 'distinct_hosts') ? 8 + Math.floor(random() * 20) : 0
  const usual = Array.from({ length: logons }, () =>
    random() < 0.003 ? `rare-${Math.floor(random() * 1e6)}` : `own-${Math.floor(random() * one.hosts)}`,
  )
  const hosts = new Set([...usual, ...Array.from({ length: walked }, (_, n) => `walked-${hour}-${n}`)])
  return made('user', one, hour, {
    counts: [
      ...[
        { metric: 'activity', value: 4 * (logons + walked) + failed },
        { metric: 'logons', value: logons + walked },
      ],
      { metric: 'failed_logons', value: failed },
    ],
    items: [...hosts].map((text) => ({ metric: 'hosts', text })),
  })
}

function hostHour(one: Traits, hour: number, random: () => number, plans: Plans): EntityObservation {
  const runs = drawCount(3 * rateAt(one, hour), random)
  const names = new Set(Array.from({ length: runs }, () => `program-${Math.floor(random() ** 3 * 40 * one.hosts)}`))
  if (hour % 24 === Math.floor(one.peak)) names.add('nightly-job')
  if (random() < 0.002) names.add(`update-${hour}`)
  if (isPlanned(plans, 'new_processes')) for (let n = 0; n < 6; n++) names.add(`tool-${hour}-${n}`)
  const bytes = runs * 2e6 * Math.exp(random() * 2 - 1) + (isPlanned(plans, 'bytes_out') ? 2e9 * (1 + random()) : 0)
  return made('host', one, hour, {
    counts: [
      { metric: 'activity', value: 20 * runs },
      { metric: 'bytes_out', value: Math.round(bytes) },
    ],
    items: [...names].map((text) => ({ metric: 'processes', text })),
  })
}

function made(
  entity_type: 'user' | 'host',
  { name }: Traits,
  hour: number,
  seen: Pick<EntityObservation, 'counts' | 'items'>,
): EntityObservation {
  const received_ms = (hour + 1) * HOUR_MS
  const event_uid = '00000000-0000-8000-8000-000000000001'
  return { tenant_id: 'acme', entity_type, entity: name, hour, received_ms, event_uid, ...seen }
}
