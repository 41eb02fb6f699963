/** The values of an event that indicators can match, each with its field. */

import type { Entities } from '../../../../connectors/mapping/finding-entities.ts'
import { otherAddresses } from '../../../../connectors/mapping/other-addresses.ts'
import { viewOf } from '../../../../connectors/mapping/views/view-of.ts'
import { compileGetter, type Getter } from '../../../../detections/match/read-field.ts'
import type { Kind } from '../../../../intel/indicator.ts'
import { normaliseValue } from '../../../../intel/normalise-value.ts'
import type { FieldView } from '../../../../schemas/event-view.ts'
import type { EventAtHand } from '../step.ts'

/** `value` is normalised, `text` is as in the event. */
export type VisitObservable = (kind: Kind, value: string, field: string, text: string) => void

/**
 * Number of values of a list that are looked up.
 * @bound values in one list that are matched with indicators -> further ones are not matched
 */
const VALUES_MAX = 64

/** Fields that have no column. */
const FIELDS: readonly (readonly [field: string, kinds: readonly Kind[]])[] = [
  ['http_request.user_agent', ['user_agent']],
  ['tls.ja3_hash.value', ['ja3']],
  ['tls.ja4_fingerprint_list.value', ['ja4']],
  ['email.from', ['email']],
  ['email.to', ['email']],
  ['process.file.hashes.value', ['md5', 'sha1', 'sha256']],
  ['file.hashes.value', ['md5', 'sha1', 'sha256']],
]
const HASHES: readonly Kind[] = ['sha256', 'sha1', 'md5']
const NETWORK: readonly Kind[] = ['ip', 'cidr']

/** Calls `visit` for each value of a wanted kind; `wants` saves the work of extracting the others. */
export function eachObservable(event: EventAtHand, wants: (kind: Kind) => boolean, visit: VisitObservable): void {
  const { row } = event
  const offer = (kinds: readonly Kind[], field: string, text: string) => {
    if (text === '') return
    for (const kind of kinds) {
      const value = normaliseValue(kind, text)
      if (value !== null) visit(kind, value, field, text)
    }
  }
  if (NETWORK.some(wants)) {
    offer(['ip'], 'src_ip', row.srcIp)
    offer(['ip'], 'dst_ip', row.dstIp)
    offer(['ip'], 'url', hostIn(row.url))
    for (const address of otherAddresses(row, event.record)) offer(['ip'], 'other_ips', address)
  }
  if (wants('domain')) {
    offer(['domain'], 'domain', row.domain)
    offer(['domain'], 'url', hostIn(row.url))
  }
  if (wants('url')) offer(['url'], 'url', row.url)
  if (HASHES.some(wants)) offer(HASHES, 'file_hash', row.fileHash)
  if (wants('filename')) {
    offer(['filename'], 'file_path', row.filePath)
    offer(['filename'], 'process_name', row.processName)
  }
  if (wants('email')) {
    offer(['email'], 'user', row.user)
    offer(['email'], 'target_user', row.targetUser)
  }
  if (event.entities) eachOfLists(event.entities, wants, offer)
  eachOfRecord(event, wants, offer)
}

/** Visits every entity of a finding's evidence or of an OCSF list, because columns hold only the first of each kind. */
function eachOfLists(entities: Entities, wants: (kind: Kind) => boolean, offer: Offer): void {
  const each = (kinds: readonly Kind[], field: string, values: readonly string[]) => {
    if (kinds.some(wants)) for (const value of values) offer(kinds, field, value)
  }
  each(['ip'], 'evidences.ip', entities.ips)
  each(['domain'], 'evidences.domain', entities.domains)
  // OCSF uses the host name for every name of a machine, also for one that was looked up in DNS.
  each(['domain'], 'evidences.hostname', entities.hosts)
  each(HASHES, 'evidences.file.hashes', entities.hashes)
  each(['filename'], 'evidences.file', [...entities.files, ...entities.processes])
  each(['email'], 'evidences.email', [...entities.emails, ...entities.users])
  each(['url'], 'evidences.url', entities.urls)
  const hosts = entities.urls.map(hostIn)
  each(['ip'], 'evidences.url', hosts)
  each(['domain'], 'evidences.url', hosts)
}

type Offer = (kinds: readonly Kind[], field: string, text: string) => void

function eachOfRecord({ mapping, record }: EventAtHand, wants: (kind: Kind) => boolean, offer: Offer): void {
  if (mapping === null) return
  let getters: readonly Getter[] | null = null
  FIELDS.forEach(([field, kinds], i) => {
    if (!kinds.some(wants)) return
    getters ??= gettersOf(viewOf(mapping, record))
    const found = getters[i]?.(record)
    const values = Array.isArray(found) ? found.slice(0, VALUES_MAX) : [found]
    for (const value of values) if (typeof value === 'string') offer(kinds, field, value)
  })
}

const gettersByView = new WeakMap<FieldView, readonly Getter[]>()

function gettersOf(view: FieldView): readonly Getter[] {
  let getters = gettersByView.get(view)
  if (!getters) gettersByView.set(view, (getters = FIELDS.map(([field]) => compileGetter(view, field))))
  return getters
}

/** The host without user and port; a bare name is no URL. */
function hostIn(url: string): string {
  const [, host = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url) ?? []
  return host.startsWith('[') ? host.slice(1, -1) : host
}
