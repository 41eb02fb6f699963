/** Attributes of a directory's group (RFC 7643, section 4.2), and the role that it gives. */
import { attribute, resourceKind, type Schema } from './attribute.ts'

export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const SVC_GROUP = 'urn:svc:params:scim:schemas:extension:2.0:Group'

const immutable = { mutability: 'immutable' } as const

const MEMBER = [
  attribute('value', 'The id of the user.', { ...immutable, caseExact: true }),
  attribute('$ref', 'Where the user is.', { ...immutable, type: 'reference', referenceTypes: ['User'] }),
  attribute('display', 'The userName.', { mutability: 'readOnly' }),
  attribute('type', 'Always User: groups are not nested.', { ...immutable, canonicalValues: ['User'] }),
]

const GROUP: Schema = {
  id: CORE_GROUP,
  name: 'Group',
  description: 'A group of the directory. Its name decides which role its members hold.',
  attributes: [
    attribute('displayName', 'The name.', { required: true }),
    attribute('members', 'The users in it.', { type: 'complex', multiValued: true, subAttributes: MEMBER }),
  ],
}

const ROLE: Schema = {
  id: SVC_GROUP,
  name: 'GroupRole',
  description: 'What the group gives.',
  attributes: [
    attribute('mappedRole', 'The role that its members hold, by its name; null when it gives none.', {
      ...{ mutability: 'readOnly', caseExact: true },
    }),
  ],
}

export const GROUP_KIND = resourceKind('Group', '/Groups', GROUP, [ROLE])
