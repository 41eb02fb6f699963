/**
 * Reads members of an event that have no column: bytes sent, the caller's country, key and program. There are few forms
 * (see `connectors/mapping/form.ts`), so the position of a member is searched once a form.
 */
import type { NativeRows } from '../../../schemas/native-rows.ts'

const SEPARATOR = '\u0001'
const FORMS_MAX = 4096

type Member = {
  /** Matches the member's placeholder in a form. */
  readonly hole: RegExp
  /** Matches the member in the stored members, or in the text of an OCSF event. */
  readonly plain: RegExp
  readonly holes: Map<string, number>
}

const NOT_ELSEWHERE = '(?:(?!"dst_endpoint"|"device").)*?'
const BYTES_OUT: Member = {
  hole: new RegExp(`"bytes_out":${SEPARATOR}[jt](\\d{3})`),
  plain: /"bytes_out":\s*"?(\d{1,15})/,
  holes: new Map(),
}
const COUNTRY: Member = {
  hole: new RegExp(`"src_endpoint":\\{${NOT_ELSEWHERE}"country":${SEPARATOR}[jt](\\d{3})`, 's'),
  plain: new RegExp(`"src_endpoint":\\s*\\{${NOT_ELSEWHERE}"country":\\s*"([^"\\\\]{1,64})"`, 's'),
  holes: new Map(),
}

/** Matches the credential of the actor's OCSF session: an access key, an API key. */
const IN_SESSION = '"actor":\\s*\\{(?:(?!"session":).)*?"session":\\s*\\{[^{}]*?"credential_uid":'
const CREDENTIAL: Member = {
  hole: new RegExp(`${IN_SESSION}${SEPARATOR}[jt](\\d{3})`, 's'),
  plain: new RegExp(`${IN_SESSION}\\s*"([^"\\\\]{1,300})"`, 's'),
  holes: new Map(),
}
const IN_REQUEST = '"http_request":\\s*\\{(?:(?!"http_response":).)*?"user_agent":'
const AGENT: Member = {
  hole: new RegExp(`${IN_REQUEST}${SEPARATOR}[jt](\\d{3})`, 's'),
  plain: new RegExp(`${IN_REQUEST}\\s*"((?:[^"\\\\]|\\\\.){1,1000})`, 's'),
  holes: new Map(),
}
/**
 * AWS keys that are valid for hours, each for one session:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
 */
const OF_ONE_SESSION = /^ASIA/
const KEY_MAX = 64

/** Returns null when the event does not say, which differs from zero. */
export function bytesOutOf(block: NativeRows, row: number): number | null {
  const found = memberOf(BYTES_OUT, block, row)
  return /^\d{1,15}$/.test(found) ? Number(found) : null
}

/** Returns '' when the event does not say. */
export function countryOf(block: NativeRows, row: number): string {
  return memberOf(COUNTRY, block, row).trim().toUpperCase()
}

/** A long-lived key, by the last part of its name; '' when the event names none. */
export function keyOf(block: NativeRows, row: number): string {
  const uid = memberOf(CREDENTIAL, block, row).trim()
  return OF_ONE_SESSION.test(uid) ? '' : uid.slice(uid.lastIndexOf('/') + 1).slice(0, KEY_MAX)
}

/** A user agent without its version numbers, which change with updates; '' when the event does not say. */
export function agentOf(block: NativeRows, row: number): string {
  return memberOf(AGENT, block, row)
    .slice(0, 300)
    .toLowerCase()
    .replace(/\d+(?:[._]\d+)*/g, '#')
    .trim()
}

function memberOf(member: Member, block: NativeRows, row: number): string {
  if (block.text('mapping', row) === 'ocsf') return member.plain.exec(block.text('raw', row))?.[1] ?? ''
  const form = block.has('ocsf_form') ? block.text('ocsf_form', row) : '' // layout events/1 has no forms
  const rest = block.text('ocsf_rest', row)
  if (form === '') return member.plain.exec(rest)?.[1] ?? ''
  const at = holeOf(member, form)
  return at < 0 ? '' : (rest.split(SEPARATOR, at + 1)[at] ?? '')
}

function holeOf({ hole, holes }: Member, form: string): number {
  const known = holes.get(form)
  if (known !== undefined) return known
  if (holes.size >= FORMS_MAX) holes.clear()
  const at = Number(hole.exec(form)?.[1] ?? -1)
  holes.set(form, at)
  return at
}
