import { hash } from 'node:crypto'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { GrantableRole } from '../static-roles.ts'
import { checkEmail, isEmail } from '../user.ts'
import { readMembers } from './coerce.ts'
import { ScimFault } from './fault.ts'
import { type Document, isObject, isStorable, type Json, memberOf, objectOf } from './json.ts'
import { CORE_USER, USER_KIND } from './user-schema.ts'

/** A user as a directory sees it: `users u` with its row of `scim_users s`, if there is one. */
export const DIRECTORY_USERS = tableInCamelCase('DirectoryUser', {
  id: column.from('u.id', column.uuid()),
  user_name: column.from('u.username', column.text()),
  email: column.from('u.email', column.text()),
  is_active: column.from('u.is_active', column.bool()),
  external_id: column.from('s.external_id', column.orNull(column.text())),
  /** All other attributes that the directory sent: `name`, `emails` and so on. */
  attributes: column.from("coalesce(s.attributes, '{}')", column.json<Document>()),
  created_at: column.from('u.created_at', column.time()),
  updated_at: column.from('coalesce(s.updated_at, u.created_at)', column.time()),
})
export type DirectoryUser = RowOf<typeof DIRECTORY_USERS> & { readonly groups: readonly GroupOfUser[] }

export type GroupOfUser = {
  readonly id: string
  readonly displayName: string
  readonly mappedRole: GrantableRole | null
}

/** Columns that a directory writes of a user. */
export type UserFields = Pick<DirectoryUser, 'userName' | 'email' | 'isActive' | 'externalId' | 'attributes'>

const USER_NAME_MAX = 254
const CONTROL = /\p{C}/u
/** Maximum JSON bytes of a directory's attributes of one user. */
export const ATTRIBUTES_BYTES_MAX = 16_384

/**
 * The writable attributes of a user as its directory wrote them; a user that no directory wrote has the address it
 * signs in with.
 */
export function documentOf({ userName, email, isActive, externalId, attributes }: UserFields): Document {
  return {
    ...(isMade(email) ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
    ...attributes,
    userName,
    active: isActive,
    ...(externalId === null ? {} : { externalId }),
  }
}

/** Reads the body of a POST or PUT. Throws `invalidSyntax`, `invalidValue`. */
export function readUser(body: unknown): Document {
  const sent = objectOf(body, 'a user')
  requireSchema(sent, CORE_USER)
  return readMembers(USER_KIND.attributes, sent) ?? {}
}

/** A body without `schemas` is assumed to have the schema of the path. */
export function requireSchema(sent: { readonly [name: string]: unknown }, id: string): void {
  const schemas = memberOf(sent, 'schemas')
  if (schemas === undefined || (Array.isArray(schemas) && schemas.includes(id))) return
  throw new ScimFault('invalidSyntax', `schemas holds ${id}`)
}

/** `activeUnlessSaid` is the default when the document has no `active`: its absence changes nothing. */
export function fieldsOf(document: Document, activeByDefault: boolean): UserFields {
  const { userName, active, externalId, ...attributes } = document
  const name = checkedUserName(userName)
  if (Buffer.byteLength(JSON.stringify(attributes)) > ATTRIBUTES_BYTES_MAX)
    throw new ScimFault('invalidValue', `a user has at most ${ATTRIBUTES_BYTES_MAX} bytes of attributes`)
  return {
    userName: name,
    email: emailOf(addressIn(document.emails), name),
    isActive: typeof active === 'boolean' ? active : activeByDefault,
    externalId: typeof externalId === 'string' ? externalId : null,
    attributes,
  }
}

/**
 * Domain of made-up addresses, which nobody can ever have (RFC 2606): nothing is mailed there, and no identity provider
 * proves it.
 */
const NO_ADDRESS = '@no-address.invalid'
const LOCAL_PART = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/**
 * A userName is enough for a user (RFC 7643, section 4.1): an account signs in under an address, so one is made of it.
 */
function emailOf(address: string | null, userName: string): string {
  if (address !== null) return checkEmail(address, 'emails')
  if (isEmail(userName)) return checkEmail(userName)
  const local = userName.toLowerCase()
  return `${LOCAL_PART.test(local) ? local : hash('sha256', local).slice(0, 40)}${NO_ADDRESS}`
}

function isMade(email: string): boolean {
  return email.endsWith(NO_ADDRESS)
}

function checkedUserName(sent: Json | undefined): string {
  const userName = typeof sent === 'string' ? sent.normalize('NFC').trim() : ''
  if (userName === '' || userName.length > USER_NAME_MAX || CONTROL.test(userName) || !isStorable(userName))
    throw new ScimFault('invalidValue', `userName has 1 to ${USER_NAME_MAX} printable characters`)
  return userName
}

/** The primary address, or the first for work, or the first. */
function addressIn(emails: Json | undefined): string | null {
  const elements = Array.isArray(emails) ? emails.filter(isObject) : []
  const chosen =
    elements.find(({ primary }) => primary === true) ?? elements.find(({ type }) => type === 'work') ?? elements[0]
  return typeof chosen?.value === 'string' ? chosen.value : null
}
