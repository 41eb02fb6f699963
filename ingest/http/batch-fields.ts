import { isSourceFormat, SOURCE_FORMATS } from '../../connectors/source-formats.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'

/** Fields that an envelope sets for all its events. */
export type BatchFields = {
  readonly connectorId: string
  readonly connectorType: string
  /** In lower case; `auto` requests detection. */
  readonly sourceFormat: string
}

const NAMES = ['connector_id', 'connector_type', 'source_format'] as const
type Name = (typeof NAMES)[number]

const CONNECTOR_ID = /^[A-Za-z0-9._:-]{1,128}$/
const KIND = /^[A-Za-z0-9][A-Za-z0-9._:+/-]{0,63}$/

/**
 * Missing, null and empty fields get their default; an error names an invalid field. Throws `unknown_format` for an
 * unknown source format, with the known ones.
 */
export function batchFields(members: Readonly<Record<string, unknown>>, sender: Sender): BatchFields {
  const connectorType = field(members, 'connector_type', KIND) ?? 'push'
  return {
    connectorId: field(members, 'connector_id', CONNECTOR_ID) ?? connectorIdOf(sender.label) ?? 'push',
    connectorType,
    sourceFormat: knownFormat(field(members, 'source_format', KIND) ?? 'auto'),
  }
}

function knownFormat(text: string): string {
  const format = text.toLowerCase()
  if (isSourceFormat(format)) return format
  const known = SOURCE_FORMATS.join(', ')
  throw new AppError(
    'unknown_format',
    `source_format ${text} is not known; leave it out for auto, or say one of ${known}`,
  )
}

export function queryFields(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name)]))
}

/** A token's label is free text; the connector id made from it keeps letters and digits. */
export function connectorIdOf(label: string | null): string | null {
  const id = (label ?? '')
    .replace(/[^A-Za-z0-9._:-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 128)
  return id === '' ? null : id
}

function field(members: Readonly<Record<string, unknown>>, name: Name, pattern: RegExp): string | null {
  const value = members[name] ?? ''
  if (value === '') return null
  if (typeof value !== 'string') throw new AppError('bad_request', `${name} must be a string`)
  if (!pattern.test(value)) throw new AppError('bad_request', `${name} does not match ${pattern.source}`)
  return value
}
