/**
 * The common parts of tables for devices and programs that send syslog. `read` puts the parts of a message under
 * `said`, with the kind of the event as `said.kind`; the profiles are by kind, and the last one takes the rest.
 */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import {
  account,
  accountDomain,
  type Cell,
  type Field,
  type Fields,
  first,
  integer,
  ip,
  is,
  type LogSource,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from './common.ts'
import { lineShape } from './mapping.ts'
import { addSaid, hasSyslog, messageOf, syslogField } from './settle.ts'

type Is = (record: Readonly<Members>, message: string) => boolean

/** Recognises a syslog record as only this device's: if both are given, both must match. */
type KnownBy =
  | { /** Fits the beginning of its messages. */ readonly begins: RegExp; readonly is?: Is }
  | { /** Fits the names of its programs. */ readonly programs: RegExp; readonly begins?: never; readonly is?: Is }
  | { readonly begins?: never; readonly is: Is }

export type Device = KnownBy & {
  /** If `begins` is given too, one of the two must match. */
  readonly programs?: RegExp
  /** Members beside the header of which each of its records has at least one: other records are not tested. */
  readonly has?: readonly string[]
  /**
   * True for a record without a message of syslog that can only be this product's: its JSON, or rows of its file.
   * `read` gets an empty message with it. With `has`, it has one of those members too.
   */
  readonly alone?: (record: Readonly<Members>) => boolean
  readonly id: string
  readonly vendor: string | Cell
  readonly product: string | Cell
  /** Null for a message in plain words, which no profile matches. */
  readonly read: (message: string, record: Readonly<Members>) => Readonly<Members> | null
  readonly rows?: Rows
  readonly profiles: readonly Profile[]
  /** The reason why other events have no class of their own. */
  readonly rest: string
  readonly logSource?: LogSource
  readonly aliases?: Readonly<Record<Field, Fields>>
  readonly renderings?: readonly Field[]
}

export function syslogDevice(device: Device): SourceMapping {
  const {
    id,
    vendor,
    product,
    profiles,
    rest,
    read,
    begins,
    programs,
    has,
    alone,
    is: isMade,
    rows = {},
    logSource = {},
    aliases = {},
  } = device
  const settle = (record: Members) => addSaid(record, (message) => read(message, record) ?? { kind: 'words' })
  return compileSource({
    id,
    shapes: [{ ...lineShape, settle }],
    select: ['said.kind'],
    rows: {
      ...SYSLOG_HEADER,
      'metadata.product.name': typeof product === 'string' ? is(product) : product,
      'metadata.product.vendor_name': typeof vendor === 'string' ? is(vendor) : vendor,
      ...rows,
    },
    logSource,
    chapters: [
      {
        name: 'device',
        aliases: { ...ALIASES, ...aliases },
        profiles: [
          ...profiles,
          { name: 'words', when: {}, class: 'base_event', activity: 'Other', unclassified: rest },
        ],
      },
    ],
    renderings: [...SYSLOG_RENDERINGS, 'said.kind', ...(device.renderings ?? [])],
    ...(begins && { begins }),
    ...(alone && { isKnownAlone: true }),
    ...(programs && { programs }),
    recognises: (record) => {
      if (has?.some((name) => record[name] !== undefined) === false) return false
      const message = messageOf(record)
      if (message === '' && alone?.(record) === true) return true
      if (!hasSyslog(record)) return false
      const isKnown = begins?.test(message) === true || programs?.test(syslogField(record, 'app_name')) === true
      return (isKnown || (!begins && !programs)) && (isMade?.(record, message) ?? true)
    },
  })
}

const ALIASES = { src_ip: ['said.src_ip'], dst_ip: ['said.dst_ip'], user: ['said.user'] }

/** A profile for the events of a kind. */
export function on(kind: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile {
  return { name: [kind].flat().join(','), when: { 'said.kind': kind }, ...of }
}

export const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('said.src_ip'),
  'src_endpoint.port': integer('said.src_port'),
  'src_endpoint.hostname': 'said.src_host',
  'dst_endpoint.ip': ip('said.dst_ip'),
  'dst_endpoint.port': integer('said.dst_port'),
  'dst_endpoint.hostname': 'said.dst_host',
}

const LOGON: Rows = {
  'user.name': account('said.user'),
  'user.domain': first(text('said.domain'), accountDomain('said.user')),
  'user.uid': text('said.user_uid'),
  'src_endpoint.ip': ip('said.src_ip'),
  'src_endpoint.port': integer('said.src_port'),
  'src_endpoint.hostname': 'said.src_host',
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'service.name': 'said.service',
  'session.uid': 'said.session',
  auth_protocol: 'said.method',
  status_detail: 'said.reason',
}

/** A user signs in or out: `said.user`, `said.src_ip`, `said.reason` and similar. */
export function logon(
  kind: string | readonly string[],
  activity: 'Logon' | 'Logoff',
  status: Cell,
  rows: Rows = {},
): Profile {
  return on(kind, {
    class: 'authentication',
    activity,
    logSource: { categories: ['authentication'] },
    rows: { ...LOGON, status_id: status, ...rows },
  })
}

/** A user changed the device: `said.user` did `said.operation`. */
export function command(kind: string | readonly string[], rows: Rows = {}): Profile {
  return on(kind, {
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': account('said.user'),
      'actor.user.domain': first(text('said.domain'), accountDomain('said.user')),
      'api.operation': 'said.operation',
      'src_endpoint.ip': ip('said.src_ip', 'syslog.address'),
      'src_endpoint.hostname': 'syslog.hostname',
      'resources[0].name': 'said.object',
      status_detail: 'said.reason',
      ...rows,
    },
  })
}

/** Something was found: `said.title` at `said.src_ip`, `said.path` ... */
export function finding(kind: string | readonly string[], rows: Rows): Profile {
  return on(kind, {
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      'finding_info.title': 'said.title',
      'finding_info.uid': text('said.uid', 'said.title'),
      'evidences[0].src_endpoint.ip': ip('said.src_ip'),
      'evidences[0].src_endpoint.port': integer('said.src_port'),
      'evidences[0].dst_endpoint.ip': ip('said.dst_ip'),
      'evidences[0].dst_endpoint.port': integer('said.dst_port'),
      ...rows,
    },
  })
}
