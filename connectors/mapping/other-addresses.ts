/**
 * Addresses that OCSF has elsewhere than at the two ends of a connection: the device, evidence, proxies, addresses in
 * between. The lake's column `other_ips` holds the same (stores/clickhouse/migrations/0590); a test on a real engine
 * compares the two, so that searches, indicators and the index of observables agree.
 */
import { plainAddress } from '../../platform/ip-address.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { SEPARATOR } from './form.ts'

const LISTS = 'intermediate_ips|x_forwarded_for|x_originating_ip'
const TEXT = '"([0-9a-fA-F:.]{2,45})"'
const MEMBER = new RegExp(`"ip"\\s{0,8}:\\s{0,8}${TEXT}`, 'g')
const LIST = new RegExp(`"(?:${LISTS})"\\s{0,8}:\\s{0,8}\\[([^\\]]{0,999})\\]`, 'g')
const ITEM = new RegExp(TEXT, 'g')
const MEMBER_HOLE = new RegExp(`"ip":${SEPARATOR}t(\\d{3})`, 'g')
const LIST_HOLE = new RegExp(`"(?:${LISTS})":${SEPARATOR}j(\\d{3})`, 'g')

/**
 * Maximum number of addresses of one event.
 * @bound other addresses of an event that are matched with indicators -> the column `other_ips` and searches have all
 */
const ADDRESSES_MAX = 64
const NONE: readonly string[] = Object.freeze([])

/** `record` is used when the event came as OCSF. */
export function otherAddresses(row: EventRow, record: Readonly<Members>): readonly string[] {
  const texts = row.mapping === 'ocsf' ? namedIn(record) : writtenIn(row)
  if (texts.length === 0) return NONE
  const found = new Set<string>()
  for (const text of texts) {
    const address = plainAddress(text)
    if (address !== '' && address !== '::' && address !== row.srcIp && address !== row.dstIp) found.add(address)
    if (found.size >= ADDRESSES_MAX) break
  }
  return [...found]
}

type Holes = { readonly members: readonly number[]; readonly lists: readonly number[] }

/** There are few forms, so the places of addresses are found once for each form. */
const holes = new Map<string, Holes>()
const FORMS_MAX = 4096

function holesOf(form: string): Holes {
  const known = holes.get(form)
  if (known) return known
  if (holes.size >= FORMS_MAX) holes.clear()
  const of = (pattern: RegExp) => Array.from(form.matchAll(pattern), ([, at]) => Number(at))
  const found = { members: of(MEMBER_HOLE), lists: of(LIST_HOLE) }
  holes.set(form, found)
  return found
}

function writtenIn({ ocsfForm, ocsfRest }: EventRow): readonly string[] {
  const { members, lists } = holesOf(ocsfForm)
  const isPlain = ocsfRest.includes('"ip"') || ocsfRest.includes('_ip') || ocsfRest.includes('x_forwarded_for')
  if (members.length === 0 && lists.length === 0 && !isPlain) return NONE
  const values = ocsfForm === '' ? NONE : ocsfRest.split(SEPARATOR)
  const found = members.map((at) => values[at] ?? '')
  const listed = lists.map((at) => values[at] ?? '')
  if (isPlain) {
    for (const [, text = ''] of ocsfRest.matchAll(MEMBER)) found.push(text)
    for (const [, list = ''] of ocsfRest.matchAll(LIST)) listed.push(list)
  }
  for (const list of listed) for (const [, text = ''] of list.matchAll(ITEM)) found.push(text)
  return found
}

const DEPTH_MAX = 16
const MEMBERS_MAX = 4096
const LIST_NAMES: ReadonlySet<string> = new Set(LISTS.split('|'))
/** `type_id` of an observable that is an address. */
const IP_ADDRESS = 2

function namedIn(event: Readonly<Members>): readonly string[] {
  const found: string[] = []
  let left = MEMBERS_MAX
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > DEPTH_MAX || left-- <= 0) return
    if (typeof value === 'string') {
      if (name === 'ip' || LIST_NAMES.has(name)) found.push(value)
    } else if (Array.isArray(value)) {
      for (const one of value) visit(one, LIST_NAMES.has(name) ? name : '', depth + 1)
    } else if (isMembers(value)) {
      for (const member in value) visit(value[member], member, depth + 1)
    }
  }
  visit(event, '', 0)
  if (Array.isArray(event.observables))
    for (const one of event.observables)
      if (isMembers(one) && one.type_id === IP_ADDRESS && typeof one.value === 'string') found.push(one.value)
  return found
}
