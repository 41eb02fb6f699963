/**
 * The common parts of tables for devices and programs that send syslog. `read` puts the parts of a message under
 * `parsed`, with the kind of the event as `parsed.kind`; the profiles are by kind, and the last one takes the rest.
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
import { addParsed, hasSyslog, messageOf, syslogField } from './settle.ts'

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
  const settle = (record: Members) => addParsed(record, (message) => read(message, record) ?? { kind: 'words' })
  return compileSource({
    id,
    shapes: [{ ...lineShape, settle }],
    select: ['parsed.kind'],
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
    renderings: [...SYSLOG_RENDERINGS, 'parsed.kind', ...(device.renderings ?? [])],
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

const ALIASES = { src_ip: ['parsed.src_ip'], dst_ip: ['parsed.dst_ip'], user: ['parsed.user'] }

/** A profile for the events of a kind. */
export function on(kind: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile {
  return { name: [kind].flat().join(','), when: { 'parsed.kind': kind }, ...of }
}

export const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'src_endpoint.hostname': 'parsed.src_host',
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'dst_endpoint.hostname': 'parsed.dst_host',
}

const LOGON: Rows = {
  'user.name': account('parsed.user'),
  'user.domain': first(text('parsed.domain'), accountDomain('parsed.user')),
  'user.uid': text('parsed.user_uid'),
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'src_endpoint.hostname': 'parsed.src_host',
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'service.name': 'parsed.service',
  'session.uid': 'parsed.session',
  auth_protocol: 'parsed.method',
  status_detail: 'parsed.reason',
}

/** A user signs in or out: `parsed.user`, `parsed.src_ip`, `parsed.reason` and similar. */
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

/** A user changed the device: `parsed.user` did `parsed.operation`. */
export function command(kind: string | readonly string[], rows: Rows = {}): Profile {
  return on(kind, {
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': account('parsed.user'),
      'actor.user.domain': first(text('parsed.domain'), accountDomain('parsed.user')),
      'api.operation': 'parsed.operation',
      'src_endpoint.ip': ip('parsed.src_ip', 'syslog.address'),
      'src_endpoint.port': integer('parsed.src_port'),
      'src_endpoint.hostname': 'syslog.hostname',
      'resources[0].name': 'parsed.object',
      status_detail: 'parsed.reason',
      ...rows,
    },
  })
}

/** Something was found: `parsed.title` at `parsed.src_ip`, `parsed.path` ... */
export function finding(kind: string | readonly string[], rows: Rows): Profile {
  return on(kind, {
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      'finding_info.title': 'parsed.title',
      'finding_info.uid': text('parsed.uid', 'parsed.title'),
      'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
      'evidences[0].src_endpoint.port': integer('parsed.src_port'),
      'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
      'evidences[0].dst_endpoint.port': integer('parsed.dst_port'),
      ...rows,
    },
  })
}
